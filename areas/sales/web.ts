import type { WebArea } from '#kit/web/area.ts'
import { SALES_TO_CHECK } from './web/links.ts'
import type texts from './web/texts.json'

const LISTING = '/points-management/customer-transactions/listing'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    sales: typeof texts
  }
}

export const sales: WebArea = {
  screens: [
    {
      path: LISTING,
      title: 'sales:screens.list',
      role: 'Customer Transaction',
      add: { label: 'sales:screens.add', to: '/transactions/add' },
      load: async () => ({ default: (await import('./web/TransactionsPage.tsx')).TransactionsPage }),
    },
    {
      path: SALES_TO_CHECK,
      menu: 'points-management',
      title: 'sales:screens.check',
      role: 'Customer Transaction',
      load: async () => ({ default: (await import('./web/check/SalesToCheckPage.tsx')).SalesToCheckPage }),
    },
    {
      path: '/transactions/add',
      title: 'sales:screens.add',
      role: 'Customer Transaction',
      parent: LISTING,
      load: async () => ({ default: (await import('./web/entry/SaleEntryPage.tsx')).SaleEntryPage }),
    },
    {
      path: '/transactions/:TransactionType/:InvoiceNo',
      title: 'sales:screens.one',
      role: ['Customer Transaction', 'Customer'],
      parent: LISTING,
      load: async () => ({ default: (await import('./web/TransactionPage.tsx')).TransactionPage }),
    },
  ],
}
