// The least value of a smooth function of a few numbers, by its slope: the quasi-Newton method of Broyden, Fletcher,
// Goldfarb and Shanno, with a search along each direction until Wolfe's conditions hold (Nocedal and Wright, Numerical
// Optimization, algorithms 3.5 and 6.1).

export type Slope = { value: number; gradient: number[] }
export type Least = {
  at: number[]
  value: number
  converged: boolean
  /** Square roots of the diagonal of the inverse of the second derivatives at that place: standard errors of one observation. */
  errors: number[]
}

const ENOUGH = 1e-9
const LONGEST_STEP = 2

/**
 * Keeps the search for logarithms of parameters from running on for ever where a likelihood has no top but only comes nearer to a
 * limit (everybody alike, nobody ever leaves): from e^9 and e^−9 on it costs something to go further. Within, nothing changes.
 */
export function withinReason({ value, gradient }: Slope, logs: readonly number[]): Slope {
  const beyond = logs.map((log) => Math.sign(log) * Math.max(0, Math.abs(log) - 9))
  return {
    value: value + beyond.reduce((sum, part) => sum + 0.01 * part * part, 0),
    gradient: gradient.map((part, index) => part + 0.02 * beyond[index]!),
  }
}

/** Where `of` is least, beginning at `start`. It gives up after `rounds` steps, and says so. */
export function minimise(of: (at: readonly number[]) => Slope, start: readonly number[], rounds = 500): Least {
  let at = [...start]
  let here = of(at)
  let inverse = identity(at.length)
  let converged = steepness(here) < ENOUGH

  for (let round = 0; round < rounds && !converged; round++) {
    let direction = times(inverse, here.gradient).map((part) => -part)
    if (dot(direction, here.gradient) >= 0) {
      inverse = identity(at.length)
      direction = here.gradient.map((part) => -part)
    }
    const longest = Math.max(...direction.map(Math.abs))
    if (longest > LONGEST_STEP) direction = direction.map((part) => (part * LONGEST_STEP) / longest)

    const step = search(of, at, here, direction)
    if (!step) break
    inverse = updated(
      inverse,
      direction.map((part) => part * step.length),
      minus(step.there.gradient, here.gradient),
    )
    at = step.at
    here = step.there
    converged = steepness(here) < ENOUGH
  }
  return { at, value: here.value, converged: converged || steepness(here) < 1e-6, errors: errorsAt(of, at) }
}

const steepness = ({ gradient }: Slope) => Math.max(...gradient.map(Math.abs))

// Halves and doubles the step until the value has fallen enough and the slope has flattened.
function search(of: (at: readonly number[]) => Slope, at: number[], here: Slope, direction: number[]) {
  const slope = dot(here.gradient, direction)
  let [low, high, length] = [0, Number.POSITIVE_INFINITY, 1]
  let best: { at: number[]; there: Slope; length: number } | undefined
  for (let tried = 0; tried < 60; tried++) {
    const place = at.map((part, index) => part + length * direction[index]!)
    const there = of(place)
    if (!Number.isFinite(there.value) || there.value > here.value + 1e-4 * length * slope) high = length
    else {
      best = { at: place, there, length }
      if (dot(there.gradient, direction) >= 0.9 * slope) return best
      low = length
    }
    length = Number.isFinite(high) ? (low + high) / 2 : length * 2
  }
  return best && best.there.value < here.value ? best : undefined
}

function updated(inverse: number[][], step: number[], change: number[]): number[][] {
  const curve = dot(step, change)
  if (curve <= 1e-14) return inverse
  const moved = times(inverse, change)
  const factor = (1 + dot(change, moved) / curve) / curve
  return inverse.map((row, i) =>
    row.map((part, j) => part + factor * step[i]! * step[j]! - (moved[i]! * step[j]! + step[i]! * moved[j]!) / curve),
  )
}

function errorsAt(of: (at: readonly number[]) => Slope, at: number[]): number[] {
  const width = 1e-4
  const curvature = at.map((_, index) => {
    const shifted = (by: number) => of(at.map((part, other) => (other === index ? part + by : part))).gradient
    return minus(shifted(width), shifted(-width)).map((part) => part / (2 * width))
  })
  const inverse = inverted(curvature.map((row, i) => row.map((part, j) => (part + curvature[j]![i]!) / 2)))
  return at.map((_, index) => Math.sqrt(inverse?.[index]?.[index] ?? Number.NaN))
}

function inverted(matrix: number[][]): number[][] | undefined {
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
    for (let other = 0; other < size; other++)
      if (other !== column) {
        const factor = rows[other]![column]!
        rows[other] = rows[other]!.map((part, index) => part - factor * head[index]!)
      }
  }
  return rows.map((row) => row.slice(size))
}

const identity = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)))
const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, part, index) => sum + part * other[index]!, 0)
const times = (matrix: number[][], vector: readonly number[]) => matrix.map((row) => dot(row, vector))
const minus = (one: readonly number[], other: readonly number[]) => one.map((part, index) => part - other[index]!)
