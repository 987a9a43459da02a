import {
  type Condition,
  Condition as ConditionSchema,
  type Group,
  isGroup,
  type Part,
  type SegmentField,
  type Test,
} from '../../contract.ts'

/** As many groups as may stand in each other, the outermost among them. */
export const DEPTH = 3

/** A condition of which nobody has said yet what it asks. */
export const emptyCondition: Condition = { Field: '', Test: 'Any of', Values: [] }
export const emptyGroup: Group = { Match: 'All', Conditions: [emptyCondition] }

/** How many values a test is asked with: none, one, two, or as many as one likes. */
export function valuesOf(test: Test): 0 | 1 | 2 | 'many' {
  if (test === 'Any of' || test === 'None of' || test === 'In the months') return 'many'
  if (test === 'Between') return 2
  return test === 'Known' || test === 'Unknown' || test === 'Yes' || test === 'No' ? 0 : 1
}

/** Whether a number of days, months or years is asked for. */
export const isSpan = (test: Test) => test === 'In the last' || test === 'Longer ago' || test === 'In the next'

/** Another field is asked by its own first test; what was said of the one before is gone. */
export const ofField = ({ Field, Tests }: SegmentField): Condition => ofTest({ ...emptyCondition, Field }, Tests[0]!)

/** Another test keeps the values if it can be asked with them. */
export function ofTest({ Values, Unit: _unit, ...condition }: Condition, test: Test): Condition {
  const kept = valuesOf(test) === valuesOf(condition.Test) && isSpan(test) === isSpan(condition.Test)
  return { ...condition, Test: test, Values: kept ? Values : [], ...(isSpan(test) && { Unit: 'days' as const }) }
}

const isComplete = (condition: Condition) => {
  const many = valuesOf(condition.Test)
  const said = condition.Values.filter((value) => value !== '').length
  return ConditionSchema.safeParse(condition).success && (many === 'many' ? said > 0 : said === many)
}

/** What of it can be asked already; nothing while nothing can. */
export function completeOf({ Match, Conditions }: Group): Group | undefined {
  const parts = Conditions.flatMap((part): Part[] => {
    if (!isGroup(part)) return isComplete(part) ? [part] : []
    const group = completeOf(part)
    return group ? [group] : []
  })
  return parts.length > 0 ? { Match, Conditions: parts } : undefined
}

export const isWhole = (group: Group): boolean =>
  group.Conditions.every((part) => (isGroup(part) ? isWhole(part) : isComplete(part)))
