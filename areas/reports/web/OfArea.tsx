import { type TextNamespace, useLabels } from '#kit/web/labels.ts'

/** Shows a value with the translation of another area. */
export function AreaValue({ area, field, value }: { area: TextNamespace; field: string; value: string }) {
  return useLabels(area).value(field, value)
}
