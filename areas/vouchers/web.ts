import { importsPath } from '#areas/imports/paths.ts'
import type { WebArea } from '#kit/web/area.ts'
import { erpPath, vouchersPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    vouchers: typeof texts
  }
}

export const vouchersWebArea: WebArea = {
  screens: [
    {
      path: vouchersPath.pattern,
      title: 'vouchers:screens.list',
      role: 'Voucher Listing',
      add: { label: 'vouchers:screens.upload', to: importsPath({ kind: 'vouchers' }), privilege: 'Import Data' },
      load: async () => ({ default: (await import('./web/VouchersPage.tsx')).VouchersPage }),
    },
    {
      path: erpPath.pattern,
      menu: 'settings',
      title: 'vouchers:screens.erp',
      role: ['Voucher Listing', 'Settings'],
      load: async () => ({ default: (await import('./web/erp/ErpPage.tsx')).ErpPage }),
    },
  ],
}
