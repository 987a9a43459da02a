import { reportPage } from '../web/engine/page.ts'
import { LoginWhat, loginActivity } from './contract.ts'

export const page = reportPage(loginActivity, {
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
    LoginWhat: LoginWhat.options,
    Username: 'text',
    SourceIP: 'text',
    SessionId: 'text',
  },
  figures: ['SignIns', 'Refusals', 'Users', 'Addresses'],
  drill: {
    // All that was done in the same session, or from the same address.
    SessionId: ({ SessionId }, { DateFrom, DateTo }) => sameAs({ SessionId }, { DateFrom, DateTo }),
    SourceIP: ({ SourceIP }, { DateFrom, DateTo }) => sameAs({ SourceIP }, { DateFrom, DateTo }),
  },
})

function sameAs(value: Record<string, string | null>, days: Record<string, string | undefined>) {
  const named = Object.entries({ show: 'loginActivity', ...days, ...value }).filter(([, part]) => part != null)
  return `?${new URLSearchParams(named as [string, string][])}`
}
