import { ImportKind, ImportStatus } from '#areas/imports/contract.ts'
import { createReportPage } from '../web/engine/page.ts'
import { importLogReport } from './contract.ts'

export const importLogPage = createReportPage(importLogReport, {
  columns: [
    { field: 'CreatedAt', second: 'OutletCode' },
    { field: 'FileName', second: 'ImportKind' },
    'CreatedBy',
    { field: 'ImportStatus', as: 'status' },
    'RowsRead',
    'RowsCreated',
    'RowsSkipped',
    'RowsFailed',
    'FailedShare',
    'EndedAt',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    ImportKind: ImportKind.options,
    ImportStatus: ImportStatus.shape.Status.options,
    FileName: 'text',
    CreatedBy: 'text',
  },
  figures: ['Files', 'RowsRead', 'RowsCreated', 'RowsFailed'],
})
