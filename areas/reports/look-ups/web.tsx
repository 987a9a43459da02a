import { customerPath } from '#areas/customers/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { LookUp, lookUpsReport } from './contract.ts'

export const lookUpsPage = createReportPage(lookUpsReport, {
  columns: ['LoggedAt', { field: 'UpdatedBy', second: 'OutletCode' }, 'LookUp', 'CustomerId', 'LogText', 'SourceIP'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    LookUp: LookUp.options,
    UpdatedBy: 'text',
    CustomerId: 'text',
  },
  figures: ['LookUps', 'Customers', 'Users', 'Exports'],
  drill: { CustomerId: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })) },
  meanings: ['lookUp'],
})
