import { type Area, useLabels } from '#kit/web/labels.ts'

/** A word that belongs to another area, in its own translation. */
export function OfArea({ area, field, value }: { area: Area; field: string; value: string }) {
  return useLabels(area).value(field, value)
}
