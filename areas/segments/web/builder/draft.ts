import {
  type Condition,
  type ConditionGroup,
  type ConditionGroupPart,
  Condition as ConditionSchema,
  type ConditionTest,
  isConditionGroup,
  type SegmentField,
} from '../../contract.ts'

/** Maximum depth of nested groups of conditions, including the outermost group. */
export const GROUP_DEPTH_MAX = 3

/** A condition for which no field is selected yet. */
export const emptyCondition: Condition = { Field: '', Test: 'Any of', Values: [] }
export const emptyConditionGroup: ConditionGroup = { Match: 'All', Conditions: [emptyCondition] }

/** Returns the number of values that a test requires. */
export function numberOfTestValues(test: ConditionTest): 0 | 1 | 2 | 'many' {
  if (test === 'Any of' || test === 'None of' || test === 'In the months') return 'many'
  if (test === 'Between') return 2
  return test === 'Known' || test === 'Unknown' || test === 'Yes' || test === 'No' ? 0 : 1
}

/** Returns true if the test compares with a number of days, months or years. */
export const isPeriodLengthTest = (test: ConditionTest) =>
  test === 'In the last' || test === 'Longer ago' || test === 'In the next'

/** Returns a condition with another field, the field's first test, and no values. */
export const changeConditionField = ({ Field, Tests }: SegmentField): Condition =>
  changeConditionTest({ ...emptyCondition, Field }, Tests[0]!)

/** Returns the condition with another test; the values stay if that test accepts them. */
export function changeConditionTest({ Values, Unit: _unit, ...condition }: Condition, test: ConditionTest): Condition {
  const keepsValues =
    numberOfTestValues(test) === numberOfTestValues(condition.Test) &&
    isPeriodLengthTest(test) === isPeriodLengthTest(condition.Test)
  return {
    ...condition,
    Test: test,
    Values: keepsValues ? Values : [],
    ...(isPeriodLengthTest(test) && { Unit: 'days' as const }),
  }
}

const isComplete = (condition: Condition) => {
  const valueCount = numberOfTestValues(condition.Test)
  const filledCount = condition.Values.filter((value) => value !== '').length
  return (
    ConditionSchema.safeParse(condition).success &&
    (valueCount === 'many' ? filledCount > 0 : filledCount === valueCount)
  )
}

/** Returns the complete conditions of a group; undefined if none is complete. */
export function removeIncompleteConditions({ Match, Conditions }: ConditionGroup): ConditionGroup | undefined {
  const parts = Conditions.flatMap((part): ConditionGroupPart[] => {
    if (!isConditionGroup(part)) return isComplete(part) ? [part] : []
    const group = removeIncompleteConditions(part)
    return group ? [group] : []
  })
  return parts.length > 0 ? { Match, Conditions: parts } : undefined
}

export const isConditionGroupComplete = (group: ConditionGroup): boolean =>
  group.Conditions.every((part) => (isConditionGroup(part) ? isConditionGroupComplete(part) : isComplete(part)))
