// Minimises a smooth function of a few variables by the BFGS method with a line search under the Wolfe conditions.
// Source: Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 6.1.

export type FunctionEvaluation = { value: number; gradient: number[] }
export type FunctionMinimum = {
  point: number[]
  value: number
  converged: boolean
  /** Standard error of each parameter for one observation: square roots of the diagonal of the inverse Hessian. */
  errors: number[]
}

const GRADIENT_TOLERANCE = 1e-9
const STEP_MAX = 2

/**
 * Adds a quadratic penalty for parameters above e^9 or below e^−9; `logs` are the logarithms of the parameters.
 * Without the penalty the search would never end if the likelihood has no maximum, as for identical customers.
 */
export function penaliseExtremes({ value, gradient }: FunctionEvaluation, logs: readonly number[]): FunctionEvaluation {
  const excess = logs.map((log) => Math.sign(log) * Math.max(0, Math.abs(log) - 9))
  return {
    value: value + excess.reduce((sum, part) => sum + 0.01 * part * part, 0),
    gradient: gradient.map((part, index) => part + 0.02 * excess[index]!),
  }
}

/** Minimises `evaluate` from `start`; after `rounds` steps it returns the best point with `converged: false`. */
export function minimiseFunction(
  evaluate: (point: readonly number[]) => FunctionEvaluation,
  start: readonly number[],
  rounds = 500,
): FunctionMinimum {
  let point = [...start]
  let current = evaluate(point)
  let inverse = identity(point.length)
  let converged = largestSlope(current) < GRADIENT_TOLERANCE

  for (let round = 0; round < rounds && !converged; round++) {
    let direction = times(inverse, current.gradient).map((part) => -part)
    if (dot(direction, current.gradient) >= 0) {
      inverse = identity(point.length)
      direction = current.gradient.map((part) => -part)
    }
    const longest = Math.max(...direction.map(Math.abs))
    if (longest > STEP_MAX) direction = direction.map((part) => (part * STEP_MAX) / longest)

    const step = lineSearch(evaluate, point, current, direction)
    if (!step) break
    inverse = updateInverse(
      inverse,
      direction.map((part) => part * step.length),
      minus(step.evaluation.gradient, current.gradient),
    )
    point = step.point
    current = step.evaluation
    converged = largestSlope(current) < GRADIENT_TOLERANCE
  }
  return {
    point,
    value: current.value,
    converged: converged || largestSlope(current) < 1e-6,
    errors: standardErrors(evaluate, point),
  }
}

const largestSlope = ({ gradient }: FunctionEvaluation) => Math.max(...gradient.map(Math.abs))

/** Line search: halves or doubles the step until the Wolfe conditions hold. */
function lineSearch(
  evaluate: (point: readonly number[]) => FunctionEvaluation,
  point: number[],
  current: FunctionEvaluation,
  direction: number[],
) {
  const slope = dot(current.gradient, direction)
  let [low, high, length] = [0, Number.POSITIVE_INFINITY, 1]
  let best: { point: number[]; evaluation: FunctionEvaluation; length: number } | undefined
  for (let attempt = 0; attempt < 60; attempt++) {
    const next = point.map((part, index) => part + length * direction[index]!)
    const evaluation = evaluate(next)
    if (!Number.isFinite(evaluation.value) || evaluation.value > current.value + 1e-4 * length * slope) high = length
    else {
      best = { point: next, evaluation, length }
      if (dot(evaluation.gradient, direction) >= 0.9 * slope) return best
      low = length
    }
    length = Number.isFinite(high) ? (low + high) / 2 : length * 2
  }
  return best && best.evaluation.value < current.value ? best : undefined
}

/** Returns the approximated inverse Hessian after a BFGS update. */
function updateInverse(inverse: number[][], step: number[], change: number[]): number[][] {
  const curvature = dot(step, change)
  if (curvature <= 1e-14) return inverse
  const moved = times(inverse, change)
  const factor = (1 + dot(change, moved) / curvature) / curvature
  return inverse.map((row, i) =>
    row.map(
      (part, j) => part + factor * step[i]! * step[j]! - (moved[i]! * step[j]! + step[i]! * moved[j]!) / curvature,
    ),
  )
}

/** Computes standard errors from the Hessian, which is approximated by central differences of the gradient. */
function standardErrors(evaluate: (point: readonly number[]) => FunctionEvaluation, point: number[]): number[] {
  const width = 1e-4
  const hessian = point.map((_, index) => {
    const shifted = (by: number) => evaluate(point.map((part, i) => (i === index ? part + by : part))).gradient
    return minus(shifted(width), shifted(-width)).map((part) => part / (2 * width))
  })
  const inverse = invert(hessian.map((row, i) => row.map((part, j) => (part + hessian[j]![i]!) / 2)))
  return point.map((_, index) => Math.sqrt(inverse?.[index]?.[index] ?? Number.NaN))
}

/** Inverts a matrix by Gauss-Jordan elimination; undefined if it is singular. */
function invert(matrix: number[][]): number[][] | undefined {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...identity(size)[i]!])
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, index) => (Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? column + index : best),
        column,
      )
    if (Math.abs(rows[pivot]![column]!) < 1e-300) return undefined
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const head = rows[column]!.map((part) => part / rows[column]![column]!)
    rows[column] = head
    for (let row = 0; row < size; row++)
      if (row !== column) {
        const factor = rows[row]![column]!
        rows[row] = rows[row]!.map((part, index) => part - factor * head[index]!)
      }
  }
  return rows.map((row) => row.slice(size))
}

const identity = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)))
const dot = (left: readonly number[], right: readonly number[]) =>
  left.reduce((sum, part, index) => sum + part * right[index]!, 0)
const times = (matrix: number[][], vector: readonly number[]) => matrix.map((row) => dot(row, vector))
const minus = (left: readonly number[], right: readonly number[]) => left.map((part, index) => part - right[index]!)
