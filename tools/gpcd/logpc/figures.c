// SPDX-License-Identifier: GPL-2.0-only
#include "study.h"

const struct study_figure *const study_figures[STUDY_FIGURES] = {
	&study_table1, &study_table2, &study_fig3, &study_break, &study_fig4, &study_fig5,
	&study_distance, &study_table4, &study_fig6, &study_fig9, &study_fig11,
};
