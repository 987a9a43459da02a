import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Draft, emptyDraft, emptyLine } from './draft.ts'
import { dropSale, keepSale, keptSale } from './kept-sale.ts'

// A tab of its own for every test; what is kept stands as entries of the object, as in a browser.
beforeEach(() => {
  const tab = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  Object.defineProperties(tab, {
    getItem: hidden((key: string) => Reflect.get(tab, key) ?? null),
    setItem: hidden((key: string, text: string) => Reflect.set(tab, key, text)),
    removeItem: hidden((key: string) => Reflect.deleteProperty(tab, key)),
  })
  vi.stubGlobal('sessionStorage', tab)
  vi.useFakeTimers({ now: new Date('2026-11-21T04:00:00Z') })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const written = (MembershipNo: Draft['MembershipNo'], InvoiceNo = 'KL-1001') =>
  emptyDraft({
    MembershipNo,
    InvoiceNo,
    OutletCode: 'KLCC',
    lines: [
      { ...emptyLine('Lumière'), Description: 'Ruby pendant', UnitPrice: '1250.50' },
      { ...emptyLine('Lumière'), Description: 'Resizing', UnitPrice: '80' },
    ],
  })
const seen = (draft: Draft | undefined) =>
  draft && { ...draft, lines: draft.lines.map((line) => ({ ...line, key: 0 })) }

describe('a sale that is being written', () => {
  test.each([['JC000000019'], [null], [undefined]])('stays in the tab with invoice number and lines, for %s', (who) => {
    const draft = written(who)
    keepSale(7, draft)
    expect(seen(keptSale(7, who ?? undefined))).toEqual(seen(draft))
    expect(seen(keptSale(7, undefined))).toEqual(seen(draft))
  })

  test('is gone once it was saved or discarded', () => {
    const draft = written('JC000000019')
    keepSale(7, draft)
    dropSale(7, draft)
    expect(keptSale(7, 'JC000000019')).toBeUndefined()
    expect(keptSale(7, undefined)).toBeUndefined()
  })

  test('is neither another member’s nor another person’s', () => {
    keepSale(7, written('JC000000019'))
    expect(keptSale(7, 'JC000000027')).toBeUndefined()
    expect(keptSale(70, 'JC000000019')).toBeUndefined()
    expect(keptSale(70, undefined)).toBeUndefined()
  })

  test('of one member is kept while another is served; without a member the last one is found', () => {
    keepSale(7, written('JC000000019', 'KL-1'))
    vi.advanceTimersByTime(60_000)
    keepSale(7, written('JC000000027', 'KL-2'))
    expect(keptSale(7, 'JC000000019')?.InvoiceNo).toBe('KL-1')
    expect(keptSale(7, undefined)?.InvoiceNo).toBe('KL-2')
  })

  test('gives its lines keys that no other line has', () => {
    keepSale(7, written('JC000000019'))
    const keys = [...keptSale(7, undefined)!.lines, ...keptSale(7, undefined)!.lines].map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })

  test.each([
    ['nothing was typed into', emptyDraft({ MembershipNo: 'JC000000019' })],
    ['somebody else wrote there', { lines: 'none' } as unknown as Draft],
  ])('is not found where %s', (_, draft) => {
    keepSale(7, draft)
    expect(keptSale(7, undefined)).toBeUndefined()
  })
})
