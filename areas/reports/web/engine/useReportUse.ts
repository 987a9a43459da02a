import { useCallback } from 'react'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { ReportKey } from '../../contract/table.ts'
import { listReports, recordReportRun, setFavouriteReport } from '../../contract.ts'

/** Returns whether a report is the user's favourite; `note` records that the user ran the report. */
export function useReportFavourite(Report: ReportKey) {
  const { data } = useRead(listReports, {})
  const keep = useCall(setFavouriteReport, { failed: 'reports:keepFailed' })
  const { mutate } = useCall(recordReportRun, { failed: 'reports:keepFailed' })
  const favourite = data?.rows.some((use) => use.Report === Report && use.FavouriteYN === 'Y') ?? false
  return {
    favourite,
    keep: (on: boolean) => keep.mutate({ Report, FavouriteYN: on ? 'Y' : 'N' }),
    note: useCallback(() => mutate({ Report }), [mutate, Report]),
  }
}
