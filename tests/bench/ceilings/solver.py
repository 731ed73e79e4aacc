"""Solves programs by HiGHS."""

from time import process_time

import highspy
import numpy as np


def solve(program, seconds, *, whole=True, is_bound_only=False):
    """Return a bound that was proved for the aim of a program, and the best solution found or None.

    Without `whole`, variables may have any value between their bounds. The seconds are processor time: what else the machine
    does has no part in a bound. With `is_bound_only`, little of it goes into solutions.
    """
    highs, begun = highspy.Highs(), process_time()
    # An aim is a whole number, so a gap below 1 is as good as none.
    options = {"output_flag": False, "threads": 1, "mip_abs_gap": 0.99}
    if is_bound_only:
        options["mip_heuristic_effort"] = 0.0
    for option, value in options.items():
        highs.setOptionValue(option, value)

    def stop(event):
        event.data_in.user_interrupt = process_time() - begun > seconds

    highs.cbMipInterrupt += stop
    highs.passModel(_model(program, whole=whole))
    highs.run()
    info, solution = highs.getInfo(), highs.getSolution()
    found = dict(zip(program.bounds, solution.col_value, strict=True)) if solution.value_valid else None
    return info.mip_dual_bound if whole else info.objective_function_value, found


def _model(program, *, whole):
    """Return a program as HiGHS takes it."""
    names = list(program.bounds)
    number = {name: place for place, name in enumerate(names)}
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(names), len(program.rows)
    model.col_cost_ = np.array([program.aim.terms.get(name, 0) for name in names], float)
    model.col_lower_ = np.array([program.bounds[name][0] for name in names], float)
    model.col_upper_ = np.array([program.bounds[name][1] for name in names], float)
    model.row_lower_ = np.array([row.least for row in program.rows], float)
    model.row_upper_ = np.array([row.most for row in program.rows], float)
    model.offset_, model.sense_ = program.aim.constant, highspy.ObjSense.kMaximize
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(row.terms) for row in program.rows)], dtype=np.int32)
    model.a_matrix_.index_ = np.array([number[name] for row in program.rows for name in row.terms], np.int32)
    model.a_matrix_.value_ = np.array([count for row in program.rows for count in row.terms.values()], float)
    if whole:
        kinds = highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger
        model.integrality_ = [kinds[name in program.whole] for name in names]
    return model
