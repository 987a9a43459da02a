import { type Area, useLabels } from '#kit/web/labels.ts'

/** A value of another area in the area's translation. */
export function OfArea({ area, field, value }: { area: Area; field: string; value: string }) {
  return useLabels(area).value(field, value)
}
