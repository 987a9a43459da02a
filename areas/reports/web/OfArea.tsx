import { type TextNamespace, useLabels } from '#kit/web/labels.ts'

/** Translates a value with the texts of the specified area and shows it. */
export function TranslatedAreaValue({ area, field, value }: { area: TextNamespace; field: string; value: string }) {
  return useLabels(area).value(field, value)
}
