import { createReportPage } from '../web/engine/page.ts'
import { taskPerformanceReport } from './contract.ts'

export const taskPerformancePage = createReportPage(taskPerformanceReport, {
  columns: [
    { field: 'FullName', second: 'OutletCode' },
    'TasksDue',
    'TasksCompleted',
    'OnTimeShare',
    'TasksOverdue',
    'Contacts',
    'CreditedSales',
    'ContactsToSales',
    'CreditedNet',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    StaffName: 'text',
  },
  figures: ['TasksCompleted', 'Contacts', 'CreditedSales', 'CreditedNet'],
  chart: () => ({
    kind: 'bar',
    title: 'reports:taskPerformanceChart',
    label: 'FullName',
    figures: ['Contacts', 'CreditedSales'],
  }),
  empty: () => 'reports:emptyData',
  meanings: ['credited'],
})
