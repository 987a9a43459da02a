import { createReportPage } from '../web/engine/page.ts'
import { loginActivityReport, SignInActivity } from './contract.ts'

export const loginActivityPage = createReportPage(loginActivityReport, {
  columns: [
    'ActivityDateTime',
    { field: 'FullName', second: 'Username' },
    'OutletCode',
    'LoginWhat',
    'ActivityDescription',
    'SourceIP',
    'SessionId',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    LoginWhat: SignInActivity.options,
    Username: 'text',
    SourceIP: 'text',
    SessionId: 'text',
  },
  figures: ['SignIns', 'Refusals', 'Users', 'Addresses'],
  drill: {
    // A session or address links to the list of its activities.
    SessionId: ({ SessionId }, { DateFrom, DateTo }) => linkToSame({ SessionId }, { DateFrom, DateTo }),
    SourceIP: ({ SourceIP }, { DateFrom, DateTo }) => linkToSame({ SourceIP }, { DateFrom, DateTo }),
  },
})

function linkToSame(value: Record<string, string | null>, days: Record<string, string | undefined>) {
  const entries = Object.entries({ show: 'loginActivity', ...days, ...value }).filter(([, part]) => part != null)
  return `?${new URLSearchParams(entries as [string, string][])}`
}
