import { MemberType } from '#areas/customers/contract/customers.ts'
import { reportPage } from '../web/engine/page.ts'
import { ProductLevel, productSales } from './contract.ts'

export const page = reportPage(productSales, {
  columns: [
    'Value',
    { field: 'Quantity', figure: true },
    'Gross',
    'Discount',
    'Returns',
    'Net',
    'Customers',
    { field: 'MemberShare', figure: true },
    { field: 'ReturnRate', figure: true },
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    ProductLevel: ProductLevel.options,
    MemberType: MemberType.options,
    Brand: { list: 'Brand' },
    ProductType: { list: 'ProductType' },
    ProductGroup: 'capitals',
  },
  opens: { ProductLevel: 'Brand' },
  figures: ['Quantity', 'Net', 'MemberShare', 'ReturnRate'],
  chart: ({ ProductLevel: level }) => ({
    kind: level === 'Month' ? 'line' : 'bar',
    title: 'reports:productChart',
    label: 'Value',
    figures: ['Quantity'],
  }),
  empty: () => 'reports:emptyData',
  meanings: ['net', 'cancellation'],
})
