import { SCIM_ROWS_MAX, scimRefusals } from '../../contract/scim.ts'

export type EqualsFilter = { attribute: string; value: string }

/** Parses `attribute eq "value"`, the only form that identity providers need. Returns undefined without a filter. */
export function parseFilter(filter: string | undefined, attributes: readonly string[]): EqualsFilter | undefined {
  if (filter === undefined || filter.trim() === '') return undefined
  const match = /^\s*([\w.:$-]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter)
  const attribute = attributes.find((name) => name.toLowerCase() === match?.[1]?.toLowerCase())
  if (!match || attribute === undefined) throw scimRefusals.invalidFilter({ Attributes: attributes.join(', ') })
  try {
    return { attribute, value: JSON.parse(match[2]!) as string }
  } catch {
    throw scimRefusals.invalidFilter({ Attributes: attributes.join(', ') })
  }
}

/** Parses paging: startIndex counts from 1 and smaller values mean 1; count 0 returns only the total. */
export function parsePaging({ startIndex, count }: { startIndex?: string | undefined; count?: string | undefined }) {
  const number = (text: string | undefined, Attribute: string, missing: number) => {
    if (text === undefined || text === '') return missing
    if (!/^-?\d{1,9}$/.test(text)) throw scimRefusals.invalidValue({ Attribute })
    return Number(text)
  }
  return {
    start: Math.max(1, number(startIndex, 'startIndex', 1)),
    count: Math.min(SCIM_ROWS_MAX, Math.max(0, number(count, 'count', 100))),
  }
}
