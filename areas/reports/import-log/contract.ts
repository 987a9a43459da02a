import { z } from 'zod'
import { ImportKind, ImportStatus } from '#areas/imports/contract.ts'
import { DateOnly, filterText, Instant, PersonName, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  ImportId: z.uuid(),
  CreatedAt: Instant,
  ImportKind,
  FileName: z.string(),
  CreatedBy: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  ImportStatus: ImportStatus.shape.Status,
  RowsRead: z.int(),
  RowsCreated: z.int(),
  RowsSkipped: z.int(),
  RowsFailed: z.int(),
  /** Percentage of the import's rows that failed. */
  FailedShare: Percent.nullable(),
  EndedAt: Instant.nullable(),
}

export const importLogReport = declareReport('importLog', {
  summary: 'Lists imported files between two days with the results of their rows',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    ImportKind,
    ImportStatus: ImportStatus.shape.Status,
    FileName: filterText,
    CreatedBy: filterText,
    OutletCode: upperCaseFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'ImportId',
  totals: {
    Files: z.int(),
    RowsRead: z.int(),
    RowsCreated: z.int(),
    RowsSkipped: z.int(),
    RowsFailed: z.int(),
    FailedShare: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'CreatedAt'),
  about: ['import'],
})
