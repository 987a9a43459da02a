import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '#kit/web/call.ts'
import { useRead } from '#kit/web/useRead.ts'
import { NewDetail, type PreviewedSale, previewSale } from '../../contract.ts'
import {
  linesToPost,
  type SaleDraft,
  type SaleDraftErrors,
  toSaleDraftErrorsOfRefusal,
  toSaleLineInput,
} from './draft.ts'

const PAUSE_MS = 250

type PreviewInput = z.input<typeof previewSale.body>

export type SalePreview = {
  /** Preview of the sale; undefined until one is loaded, or if the sale is incomplete. */
  sale: PreviewedSale | undefined
  /** Points of a line by its position in the request; undefined until they are known. */
  pointsOf: (index: number) => number | undefined
  /** Errors by field that posting the sale would return. */
  errors: SaleDraftErrors
  /** An error that concerns no single field. */
  error: Error | null
}

const noPreview: SalePreview = { sale: undefined, pointsOf: () => undefined, errors: {}, error: null }

/** Previews the sale on the server shortly after the last change; incomplete lines are left out. */
export function useSalePreview(draft: SaleDraft): SalePreview {
  const inputJson = useSettled(toPreviewJson(draft))
  const { data, error } = useRead(previewSale, (inputJson ? JSON.parse(inputJson) : {}) as PreviewInput, {
    enabled: inputJson !== undefined,
    placeholderData: keepPreviousData,
    // Previews are not cached, because rules and balances can change while staff enter a sale.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (inputJson === undefined || toPreviewJson(draft) === undefined) return noPreview
  if (error) {
    const errors = error instanceof CallError ? toSaleDraftErrorsOfRefusal(error, draft) : {}
    return { ...noPreview, errors, error: Object.keys(errors).length > 0 ? null : error }
  }
  const points = new Map(data?.Lines.map(({ SequenceNo, Points }) => [SequenceNo, Points]))
  return { sale: data, pointsOf: (index) => points.get(index + 1), errors: {}, error: null }
}

/** Returns the request of the preview as JSON, with the member and the complete lines. */
function toPreviewJson(draft: SaleDraft): string | undefined {
  if (!draft.MembershipNo) return undefined
  const Details = linesToPost(draft)
    .map(toSaleLineInput)
    .filter((line) => line.Brand !== '' && line.UnitPrice !== '' && NewDetail.safeParse(line).success)
  if (Details.length === 0) return undefined
  const input: PreviewInput = {
    MembershipNo: draft.MembershipNo,
    ...(draft.OutletCode && { OutletCode: draft.OutletCode }),
    ...(draft.PerformedAt && { PerformedAt: draft.PerformedAt }),
    ...(draft.TradeIn && { TradeIn: draft.TradeIn }),
    ...(draft.VoucherAmount && { VoucherAmount: draft.VoucherAmount }),
    Details,
  }
  return previewSale.body.safeParse(input).success ? JSON.stringify(input) : undefined
}

/** Returns a value after it has not changed for a moment. */
function useSettled(value: string | undefined) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
