import { maskedIdNo } from '#kit/server/masks.ts'

const masks: Record<string, (value: string) => string | null> = { IdNo: maskedIdNo }

/**
 * Identity numbers stay masked in every history: the full one is shown by the call that writes down who looked.
 * Secrets were never copied into the book.
 */
export function maskedInfo(field: string | null, info: string | null): string | null {
  if (info === null) return null
  if (field !== null) return masks[field]?.(info) ?? info
  if (!info.startsWith('{')) return info
  const row = JSON.parse(info) as Record<string, string>
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, masks[name]?.(value) ?? value])),
  )
}
