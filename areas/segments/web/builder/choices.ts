import type { SelectChoiceSource } from '#kit/web/choices.ts'
import type { SegmentField } from '../../contract.ts'

/** Returns the select options for the values of a field; undefined if users type the values. */
export function conditionValueChoices({
  ListName,
  OutletYN,
  Words,
  Options,
}: SegmentField): SelectChoiceSource | undefined {
  if (OutletYN === 'Y') return 'outlet'
  if (ListName) return { list: ListName }
  if (Words.length > 0) return Words
  return Options.length > 0 ? Options.map(({ Value, Label }) => ({ value: Value, label: Label })) : undefined
}
