import { ReceiptTextIcon } from 'lucide-react'
import { lazy } from 'react'
import { memberTabsSlot } from '#areas/customers/web/slots.ts'
import { counterSectionsSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { scanHandlers } from '#kit/web/scan-outcome.ts'
import { saleAddPath, salePath, salesPath, salesToCheckPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    sales: typeof texts
  }
}

export const salesWebArea: WebArea = {
  newEntries: [{ label: 'sales:screens.record', path: saleAddPath.pattern, icon: ReceiptTextIcon, frequent: true }],
  screens: [
    {
      path: salesPath.pattern,
      title: 'sales:screens.list',
      role: 'Customer Transaction',
      add: { label: 'sales:screens.record', to: saleAddPath() },
      load: async () => ({ default: (await import('./web/TransactionsPage.tsx')).TransactionsPage }),
    },
    {
      path: salesToCheckPath.pattern,
      menu: 'points-management',
      title: 'sales:screens.check',
      role: 'Customer Transaction',
      load: async () => ({ default: (await import('./web/check/SalesToCheckPage.tsx')).SalesToCheckPage }),
    },
    {
      path: saleAddPath.pattern,
      title: 'sales:screens.record',
      role: 'Customer Transaction',
      parent: salesPath.pattern,
      load: async () => ({ default: (await import('./web/entry/SaleEntryPage.tsx')).SaleEntryPage }),
    },
    {
      path: salePath.pattern,
      title: 'sales:screens.one',
      heading: 'record',
      role: ['Customer Transaction', 'Customer'],
      parent: salesPath.pattern,
      load: async () => ({ default: (await import('./web/TransactionPage.tsx')).TransactionPage }),
    },
  ],
  contributes: [
    // A scanned receipt opens its sale; the receipt of a return opens the return.
    scanHandlers.with({
      role: ['Customer Transaction', 'Customer'],
      find: async (code) => (await import('./web/sale-of-code.ts')).findSaleOfReceipt(code),
    }),
    memberTabsSlot.with({
      key: 'sales',
      title: 'sales:counter.tab',
      role: 'Customer Transaction',
      Tab: lazy(async () => ({ default: (await import('./web/list/SalesTab.tsx')).MemberSalesTab })),
    }),
    counterSectionsSlot.with(
      lazy(async () => ({ default: (await import('./web/counter/RecentSalesCard.tsx')).RecentSalesCard })),
    ),
  ],
}
