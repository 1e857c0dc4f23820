// SPDX-License-Identifier: GPL-2.0-only
/* Trees of files whose text is made when it is read. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gpcd-mount/tree/tree.h"
#include "suite.h"

static struct tree tree;
static int made;	/* texts so far */

static void setup(void)
{
	tree_make(&tree);
}

static void teardown(void)
{
	tree_free(&tree);
}

static int count_text(void *owner, const char *key, char *room)
{
	made++;
	return snprintf(room, TREE_TEXT_ROOM, "%s %s %d\n", (char *)owner, key, made);
}

static void finish(void)
{
	const char *twice;

	ck_assert_int_eq(tree_finish(&tree, &twice), 0);
}

START_TEST(an_empty_tree_has_a_root)
{
	finish();
	ck_assert_uint_eq(tree.root->number, 1);
	ck_assert_ptr_eq(tree.root->parent, tree.root);
	ck_assert_ptr_eq(tree_find(&tree, ""), tree.root);
	ck_assert_ptr_eq(tree_numbered(&tree, 1), tree.root);
	ck_assert_ptr_null(tree_numbered(&tree, 0));
	ck_assert_ptr_null(tree_numbered(&tree, 2));
}

START_TEST(a_folder_is_made_once)
{
	struct node *folder = tree_folder(&tree, tree.root, "class");

	ck_assert_ptr_eq(tree_folder(&tree, tree.root, "class"), folder);
	tree_folder(&tree, folder, "cxi");
	finish();
	ck_assert_uint_eq(tree.count, 3);
	ck_assert_str_eq(tree_find(&tree, "class/cxi")->name, "cxi");
	ck_assert_ptr_eq(tree_find(&tree, "class//cxi/")->parent, folder);
}

/* As sysfs does it. */
START_TEST(names_are_made_fit_for_files)
{
	tree_constant(&tree, tree.root, "hw_counters/a/b", "1");
	tree_constant(&tree, tree.root, ".", "2");
	tree_constant(&tree, tree.root, "..", "3");
	tree_constant(&tree, tree.root, "...", "4");
	finish();
	ck_assert_str_eq(tree.root->children[0]->name, "!");
	ck_assert_str_eq(tree.root->children[1]->name, "!.");
	ck_assert_str_eq(tree.root->children[2]->name, "...");
	ck_assert_str_eq(tree.root->children[3]->name, "hw_counters!a!b");
}

START_TEST(children_are_found_and_sorted)
{
	char name[16], last[16] = "";

	for (int i = 999; i >= 0; i--) {
		snprintf(name, sizeof(name), "file%d", i);
		tree_constant(&tree, tree.root, name, name);
	}
	finish();
	ck_assert_uint_eq(tree.root->count, 1000);
	for (size_t i = 0; i < 1000; i++) {
		ck_assert_str_gt(tree.root->children[i]->name, last);
		strcpy(last, tree.root->children[i]->name);
		ck_assert_ptr_eq(tree_child(tree.root, last), tree.root->children[i]);
		ck_assert_ptr_eq(tree_numbered(&tree, tree.root->children[i]->number),
				 tree.root->children[i]);
	}
	ck_assert_ptr_null(tree_child(tree.root, "file1000"));
	ck_assert_ptr_null(tree_child(tree_child(tree.root, "file1"), "file"));
}

START_TEST(a_text_is_made_by_its_owner_each_time)
{
	char room[TREE_TEXT_ROOM], key[] = "key";
	const struct node *node;

	tree_file(&tree, tree.root, "file", count_text, "owner", key);
	key[0] = 'x';
	finish();
	node = tree_find(&tree, "file");
	made = 0;
	ck_assert_int_eq(node->text(node->owner, node->key, room), 12);
	ck_assert_str_eq(room, "owner key 1\n");
	node->text(node->owner, node->key, room);
	ck_assert_str_eq(room, "owner key 2\n");
}

START_TEST(a_constant_has_its_text)
{
	char room[TREE_TEXT_ROOM] = "xxxx";
	const struct node *node;

	tree_constant(&tree, tree.root, "file", "one");
	finish();
	node = tree_find(&tree, "file");
	ck_assert_int_eq(node->text(node->owner, node->key, room), 3);
	ck_assert_mem_eq(room, "onex", 4);
}

START_TEST(a_slash_in_a_name_is_no_folder)
{
	tree_constant(&tree, tree.root, "rx/tx: a b,32", "");
	tree_link(&tree, tree.root, "link", "../a/b");
	finish();
	ck_assert_ptr_nonnull(tree_child(tree.root, "rx!tx: a b,32"));
	ck_assert_str_eq(tree_child(tree.root, "link")->key, "../a/b");
}

START_TEST(two_of_a_name_are_an_error)
{
	struct node *folder = tree_folder(&tree, tree.root, "folder");
	const char *twice;

	tree_constant(&tree, tree.root, "one", "");
	tree_constant(&tree, folder, "one", "");
	tree_constant(&tree, folder, "a/b", "");
	tree_constant(&tree, folder, "a!b", "");
	ck_assert_int_eq(tree_finish(&tree, &twice), -EEXIST);
	ck_assert_str_eq(twice, "a!b");
}

START_TEST(nothing_is_added_to_no_folder)
{
	ck_assert_ptr_null(tree_folder(&tree, NULL, "folder"));
	tree_constant(&tree, NULL, "file", "");
	tree_link(&tree, NULL, "link", "");
	finish();
	ck_assert_uint_eq(tree.count, 1);
}

int main(void)
{
	Suite *suite = suite_create("mount_tree");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, an_empty_tree_has_a_root);
	tcase_add_test(tcase, a_folder_is_made_once);
	tcase_add_test(tcase, names_are_made_fit_for_files);
	tcase_add_test(tcase, children_are_found_and_sorted);
	tcase_add_test(tcase, a_text_is_made_by_its_owner_each_time);
	tcase_add_test(tcase, a_constant_has_its_text);
	tcase_add_test(tcase, a_slash_in_a_name_is_no_folder);
	tcase_add_test(tcase, two_of_a_name_are_an_error);
	tcase_add_test(tcase, nothing_is_added_to_no_folder);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
