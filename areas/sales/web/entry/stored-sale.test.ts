import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmptyLine, createSaleDraft, type SaleDraft } from './draft.ts'
import { findStoredSaleDraft, removeStoredSaleDraft, storeSaleDraft } from './stored-sale.ts'

// Each test has its own session storage with entries as properties, as in a browser.
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

const draftOf = (MembershipNo: SaleDraft['MembershipNo'], InvoiceNo = 'KL-1001') =>
  createSaleDraft({
    MembershipNo,
    InvoiceNo,
    OutletCode: 'KLCC',
    lines: [
      { ...createEmptyLine('Lumière'), Description: 'Ruby pendant', UnitPrice: '1250.50' },
      { ...createEmptyLine('Lumière'), Description: 'Resizing', UnitPrice: '80' },
    ],
  })
const invoiceOf = (draft: SaleDraft | undefined) =>
  draft && { ...draft, lines: draft.lines.map((line) => ({ ...line, key: 0 })) }

describe('draft of a sale in the browser', () => {
  test.each([['JC000000019'], [null], [undefined]])(
    'sale draft: is stored in the tab with invoice number and lines, for member %s',
    (membershipNo) => {
      const draft = draftOf(membershipNo)
      storeSaleDraft(7, draft)
      expect(invoiceOf(findStoredSaleDraft(7, membershipNo ?? undefined))).toEqual(invoiceOf(draft))
      expect(invoiceOf(findStoredSaleDraft(7, undefined))).toEqual(invoiceOf(draft))
    },
  )

  test('sale draft: is removed once the sale is posted or discarded', () => {
    const draft = draftOf('JC000000019')
    storeSaleDraft(7, draft)
    removeStoredSaleDraft(7, draft)
    expect(findStoredSaleDraft(7, 'JC000000019')).toBeUndefined()
    expect(findStoredSaleDraft(7, undefined)).toBeUndefined()
  })

  test('sale draft: is not shown for another member or another user', () => {
    storeSaleDraft(7, draftOf('JC000000019'))
    expect(findStoredSaleDraft(7, 'JC000000027')).toBeUndefined()
    expect(findStoredSaleDraft(70, 'JC000000019')).toBeUndefined()
    expect(findStoredSaleDraft(70, undefined)).toBeUndefined()
  })

  test('sale draft: each member has a draft of their own, and the latest draft is restored if no member is chosen', () => {
    storeSaleDraft(7, draftOf('JC000000019', 'KL-1'))
    vi.advanceTimersByTime(60_000)
    storeSaleDraft(7, draftOf('JC000000027', 'KL-2'))
    expect(findStoredSaleDraft(7, 'JC000000019')?.InvoiceNo).toBe('KL-1')
    expect(findStoredSaleDraft(7, undefined)?.InvoiceNo).toBe('KL-2')
  })

  test('sale draft: restored lines get unique keys', () => {
    storeSaleDraft(7, draftOf('JC000000019'))
    const keys = [...findStoredSaleDraft(7, undefined)!.lines, ...findStoredSaleDraft(7, undefined)!.lines].map(
      ({ key }) => key,
    )
    expect(new Set(keys).size).toBe(4)
  })

  test.each([
    ['it is empty', createSaleDraft({ MembershipNo: 'JC000000019' })],
    ['its stored value is invalid', { lines: 'none' } as unknown as SaleDraft],
  ])('sale draft: is not restored if %s', (_, draft) => {
    storeSaleDraft(7, draft)
    expect(findStoredSaleDraft(7, undefined)).toBeUndefined()
  })
})
