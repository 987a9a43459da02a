import { type TextNamespace, useLabels } from '#kit/web/labels.ts'

/** A value of another area in the area's translation. */
export function AreaValue({ area, field, value }: { area: TextNamespace; field: string; value: string }) {
  return useLabels(area).value(field, value)
}
