import { ContactType, Purpose } from '#areas/messages/contract.ts'
import { createReportPage } from '../web/engine/page.ts'
import { MessagesBy, messageDeliveryReport } from './contract.ts'

export const messageDeliveryPage = createReportPage(messageDeliveryReport, {
  columns: [
    'Value',
    'Messages',
    'Customers',
    'Delivered',
    'DeliveredShare',
    'Sent',
    'Queued',
    'Failed',
    'Bounced',
    'OptedOut',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    MessagesBy: MessagesBy.options,
    OutletCode: 'outlet',
    ContactType: ContactType.options,
    Purpose: Purpose.options,
    TemplateName: 'text',
  },
  groupedBy: 'MessagesBy',
  opens: { MessagesBy: 'Template' },
  figures: ['Messages', 'Delivered', 'DeliveredShare', 'Customers'],
  chart: ({ MessagesBy: by }) => ({
    kind: by === 'Day' ? 'line' : 'bar',
    title: 'reports:messageDeliveryChart',
    label: 'Value',
    figures: by === 'Reason' ? ['Messages'] : ['Messages', 'Delivered'],
  }),
  empty: () => 'reports:emptyData',
  meanings: ['delivered'],
})
