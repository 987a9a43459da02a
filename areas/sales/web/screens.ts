import type { Screen } from '#kit/web/screen.ts'
import { SALES_TO_CHECK } from './links.ts'

export const LISTING = '/points-management/customer-transactions/listing'

export const screens: readonly Screen[] = [
  {
    path: LISTING,
    title: 'app:sales.list',
    role: 'Customer Transaction',
    add: { label: 'app:sales.add', to: '/transactions/add' },
    load: async () => ({ default: (await import('./TransactionsPage.tsx')).TransactionsPage }),
  },
  {
    path: SALES_TO_CHECK,
    title: 'app:sales.check',
    role: 'Customer Transaction',
    load: async () => ({ default: (await import('./check/SalesToCheckPage.tsx')).SalesToCheckPage }),
  },
  {
    path: '/transactions/add',
    title: 'app:sales.add',
    role: 'Customer Transaction',
    parent: LISTING,
    load: async () => ({ default: (await import('./entry/SaleEntryPage.tsx')).SaleEntryPage }),
  },
  {
    path: '/transactions/:TransactionType/:InvoiceNo',
    title: 'app:sales.one',
    role: ['Customer Transaction', 'Customer'],
    parent: LISTING,
    load: async () => ({ default: (await import('./TransactionPage.tsx')).TransactionPage }),
  },
]
