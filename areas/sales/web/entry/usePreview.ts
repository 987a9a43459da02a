import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '#kit/web/call.ts'
import { useRead } from '#kit/web/useRead.ts'
import { NewDetail, type PreviewedSale, previewSale } from '../../contract.ts'
import { type Draft, detailOf, type Errors, filledLines, placedRefusal } from './draft.ts'

const PAUSE_MS = 250

type Asked = z.input<typeof previewSale.body>

export type Preview = {
  /** Undefined: nothing was counted yet, or nothing can be. */
  sale: PreviewedSale | undefined
  /** Points of a line by its place among those that count, as far as they are known. */
  pointsOf: (place: number) => number | undefined
  /** What the entry would be refused for, at its fields. */
  errors: Errors
  /** A refusal that belongs to no field. */
  error: Error | null
}

const nothing: Preview = { sale: undefined, pointsOf: () => undefined, errors: {}, error: null }

/** What the sale would earn as it stands, counted by the server a moment after the last key. Lines that are half written wait. */
export function usePreview(draft: Draft): Preview {
  const asked = useSettled(askedOf(draft))
  const { data, error } = useRead(previewSale, (asked ? JSON.parse(asked) : {}) as Asked, {
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    // Rules and balances change while a sale is written.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (asked === undefined || askedOf(draft) === undefined) return nothing
  if (error) {
    const errors = error instanceof CallError ? placedRefusal(error, draft) : {}
    return { ...nothing, errors, error: Object.keys(errors).length > 0 ? null : error }
  }
  const points = new Map(data?.Lines.map(({ SequenceNo, Points }) => [SequenceNo, Points]))
  return { sale: data, pointsOf: (place) => points.get(place + 1), errors: {}, error: null }
}

/** What to ask for, as text: whose sale, and the lines that can be counted. */
function askedOf(draft: Draft): string | undefined {
  if (!draft.MembershipNo) return undefined
  const Details = filledLines(draft)
    .map(detailOf)
    .filter((line) => line.Brand !== '' && line.UnitPrice !== '' && NewDetail.safeParse(line).success)
  if (Details.length === 0) return undefined
  const asked: Asked = {
    MembershipNo: draft.MembershipNo,
    ...(draft.OutletCode && { OutletCode: draft.OutletCode }),
    ...(draft.PerformedAt && { PerformedAt: draft.PerformedAt }),
    ...(draft.TradeIn && { TradeIn: draft.TradeIn }),
    ...(draft.VoucherAmount && { VoucherAmount: draft.VoucherAmount }),
    Details,
  }
  return previewSale.body.safeParse(asked).success ? JSON.stringify(asked) : undefined
}

/** A value once it has stayed the same for a moment. */
function useSettled(value: string | undefined) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
