"""Which tests are slow, and why: ``make test`` leaves them out, ``make slow`` runs them alone.

A line is the beginning of the names of some tests: a file, or ``FILE::NAME`` or ``FILE::NAME[CASE``
of it. Tests in a browser need no line: they ask for the fixture ``browser``.
"""

BROWSER = "starts a browser"
CASES = "many cases of what one quick test shows"
COMPILES = "compiles kernels for sets of rules or settings"
COMPILES_ANEW = "compiles in copies of the package"
KILLS = "kills processes, or fills a disk"
PACKAGES = "builds and installs packages"
PAGES = "runs what pages show, or builds them"
PROCESSES = "starts many processes"
TYPES = "checks the types of the whole package"
SIMULATES = "simulates many samples"
STUDY = "makes tables of studies again"
TUNES = "runs whole tunings"

SLOW = {
    "algorithms/test_compiled_engine.py": COMPILES,
    "algorithms/test_conformance.py::TestSteps": COMPILES,
    "algorithms/test_conformance.py::TestVariants": COMPILES,
    "algorithms/test_hill_climbing.py::test_with_a_hundred_sideways": SIMULATES,
    "algorithms/test_under_rules.py": COMPILES,
    "analysis/test_docs.py": PAGES,
    "analysis/test_error_rates.py": SIMULATES,
    "analysis/test_landscape.py::test_rules": COMPILES,
    "analysis/test_wilson.py": SIMULATES,
    "arena/test_compilation.py::test_a_class_finds": COMPILES_ANEW,
    "arena/test_evaluators.py::test_a_sequence_of_programs_has_its_order": PROCESSES,
    "arena/test_league.py::test_a_league_that_was_killed": KILLS,
    "arena/test_league.py::test_one_that_hangs": PROCESSES,
    "arena/test_league.py::test_the_same_table": PROCESSES,
    "arena/test_score.py::test_a_class_that_reports_a_wrong_cost_has_no_score[cost": CASES,
    "arena/test_score.py::test_runs_of_a_class": PROCESSES,
    "arena/test_writers.py::test_the_best": PROCESSES,
    "classics/test_counts.py::test_colours_of_the_queen_graph[8": CASES,
    "classics/test_counts.py::test_magic_squares_of_order_4": CASES,
    "classics/test_counts.py::test_more_costas_arrays": CASES,
    "classics/test_problems.py::test_a_run_is_the_same_compiled_or_not[all_interval": CASES,
    "classics/test_problems.py::test_a_run_is_the_same_compiled_or_not[colouring": CASES,
    "classics/test_problems.py::test_a_run_is_the_same_compiled_or_not[magic": CASES,
    "classics/test_study.py::test_stored_runs": STUDY,
    "classics/test_study.py::test_the_crossings": STUDY,
    "cli/test_code_from_outside.py": PROCESSES,
    "cli/test_compare.py::test_plain[m": CASES,
    "cli/test_compare.py::test_plain[p": CASES,
    "cli/test_compare.py::test_plain[q": CASES,
    "cli/test_compare.py::test_plain[s": CASES,
    "cli/test_exact.py::test_an_estimate_ends_at": KILLS,
    "cli/test_exact.py::test_an_interrupted": KILLS,
    "cli/test_exact.py::test_every_interrupted": KILLS,
    "cli/test_export.py::test_the_problems_of_a_family": CASES,
    "cli/test_instances.py::test_a_killed": KILLS,
    "cli/test_killed.py": KILLS,
    "cli/test_landscape.py::test_a_board_with_rules": COMPILES,
    "cli/test_landscape.py::test_ctrl_c": KILLS,
    "cli/test_links.py::test_nothing_is_written_through_a_link[report-folders": CASES,
    "cli/test_links.py::test_nothing_is_written_through_a_link[tune-folders": CASES,
    "cli/test_new.py::test_a_problem": COMPILES,
    "cli/test_new.py::test_an_algorithm": COMPILES,
    "cli/test_run.py::test_an_algorithm_that_fails_in_other": PROCESSES,
    "cli/test_strangers.py::test_whatever_results_hold": CASES,
    "cli/test_survival.py": KILLS,
    "cli/test_terminal.py": PROCESSES,
    "cli/test_tune.py::test_killed": KILLS,
    "config/test_errors.py::test_a_grid_of_a_hundred_thousand": CASES,
    "config/test_fuzz.py": SIMULATES,
    "core/test_compilation.py": COMPILES_ANEW,
    "core/test_jit.py": COMPILES_ANEW,
    "core/test_rules.py": COMPILES,
    "docs/test_build.py": PAGES,
    "docs/test_pages.py::test_a_page_shows_what_happens": PAGES,
    "docs/test_readme.py::test_make_run": PAGES,
    "docs/test_screenshots.py::test_a_picture": PAGES,
    "docs/test_screenshots.py::test_the_figures": PAGES,
    "docs/test_screenshots.py::test_the_gallery": PAGES,
    "exact/test_hard_doc.py": PAGES,
    "exact/test_placing.py::test_it_counts_the_same_on_a_lesser": COMPILES_ANEW,
    "exact/test_published.py": STUDY,
    "experiment/test_cluster.py": PROCESSES,
    "experiment/test_database.py::test_a_command_that_reads": CASES,
    "experiment/test_executors.py": PROCESSES,
    "experiment/test_migration.py::test_a_kill": KILLS,
    "experiment/test_store_keeps.py": SIMULATES,
    "fuzz/test_corpus.py": SIMULATES,
    "golden/test_golden.py::test_a_tuning": TUNES,
    "golden/test_golden.py::test_an_old_tuning": TUNES,
    "golden/test_golden.py::test_every_search_does_what_it_did[genetic": COMPILES,
    "golden/test_golden.py::test_every_search_does_what_it_did[hill": COMPILES,
    "golden/test_golden.py::test_every_search_does_what_it_did[local": COMPILES,
    "lab/test_firefox.py": BROWSER,
    "lab/test_same_runs.py::test_it_is_built_again": COMPILES_ANEW,
    "lab/test_same_runs.py::test_twenty": COMPILES,
    "own/test_executors.py": PROCESSES,
    "own/test_machine_code.py": COMPILES_ANEW,
    "own/test_searches.py::test_machine_code_makes_the_run_of_plain_python[s": CASES,
    "own/test_searches.py::test_machine_code_makes_the_run_of_plain_python[t": CASES,
    "problem/test_author_faults.py::test_a_sound": COMPILES,
    "problem/test_rules.py": COMPILES,
    "programs/test_ending.py": KILLS,
    "programs/test_experiments.py": PROCESSES,
    "programs/test_starts.py": PROCESSES,
    "report/test_report.py::test_figures_for_a_paper": CASES,
    "search/test_films.py": COMPILES,
    "search/test_measurement.py::test_a_warm_up_from": COMPILES,
    "search/test_measurement.py::test_annealing_solves": COMPILES,
    "search/test_measurement.py::test_limits_on_the_cost": COMPILES,
    "search/test_measurement.py::test_where_reports_come_changes_nothing[gr": CASES,
    "search/test_measurement.py::test_where_reports_come_changes_nothing[l": CASES,
    "search/test_measurement.py::test_where_reports_come_changes_nothing[r": CASES,
    "search/test_population_films.py": COMPILES,
    "search/test_restarts.py::test_restarts_cost": SIMULATES,
    "test_checkout.py::test_it_can_be_installed_in_place": PACKAGES,
    "test_elsewhere.py": PROCESSES,
    "test_exploits.py": KILLS,
    "test_extras.py": PACKAGES,
    "test_interrupts.py": KILLS,
    "test_lecture.py": PAGES,
    "test_notebook.py": PAGES,
    "test_paper.py::test_make_paper": PAGES,
    "test_plugin_packages.py": PACKAGES,
    "test_public_face.py::test_the_searches_of_the_page_have_types": TYPES,
    "test_reference.py::test_the_runs_of_the_latest": STUDY,
    "test_speed.py": COMPILES_ANEW,
    "test_studies.py": STUDY,
    "test_wheel.py": PACKAGES,
    "tuning/test_failing.py": TUNES,
    "tuning/test_nulls.py": SIMULATES,
    "tuning/test_proposals.py::test_a_tuning_with_forbidden": TUNES,
    "tuning/test_proposals.py::test_whatever": SIMULATES,
    "tuning/test_tune.py": TUNES,
    "tuning/test_verdict.py::test_draws_scatter": SIMULATES,
}


def why(test: str, fixtures: list[str]) -> str | None:
    """Return why a test (``tests/FILE::NAME``) is slow; None for a quick one."""
    if "browser" in fixtures:
        return BROWSER
    name = test.removeprefix("tests/")
    return next((reason for begins, reason in SLOW.items() if name.startswith(begins)), None)
