import type { Screen } from '#kit/web/screen.ts'

export const LISTING = '/points-management/customer-transactions/listing'

export const screens: readonly Screen[] = [
  {
    path: LISTING,
    title: 'sales:screens.list',
    role: 'Customer Transaction',
    add: { label: 'sales:screens.add', to: '/transactions/add' },
    load: async () => ({ default: (await import('./TransactionsPage.tsx')).TransactionsPage }),
  },
  {
    path: '/transactions/add',
    title: 'sales:screens.add',
    role: 'Customer Transaction',
    parent: LISTING,
    load: async () => ({ default: (await import('./entry/SaleEntryPage.tsx')).SaleEntryPage }),
  },
  {
    path: '/transactions/:TransactionType/:InvoiceNo',
    title: 'sales:screens.one',
    role: ['Customer Transaction', 'Customer'],
    parent: LISTING,
    load: async () => ({ default: (await import('./TransactionPage.tsx')).TransactionPage }),
  },
]
