import { MemberType } from '#areas/customers/contract/customers.ts'
import { formatMonth } from '#kit/web/format.ts'
import { createReportPage, type ReportFilters } from '../web/engine/page.ts'
import { AgeGroup, ProductLevel, productSalesReport } from './contract.ts'

const isByMonth = ({ ByMonthYN, ProductLevel: level }: ReportFilters) => ByMonthYN === 'Y' && level !== 'Month'
const saleMonth = {
  field: 'SaleMonth',
  render: ({ SaleMonth }: { SaleMonth: string | null }) => SaleMonth && formatMonth(SaleMonth),
} as const
/** Filter that selects one group, for each kind of grouping. */
const filterOf: Record<string, string | undefined> = {
  Brand: 'Brand',
  'Product Type': 'ProductType',
  'Product Group': 'ProductGroup',
}

export const productSalesPage = createReportPage(productSalesReport, {
  columns: (filters) => [
    'Value',
    ...(isByMonth(filters) ? [saleMonth] : []),
    'Quantity',
    'Gross',
    'Returns',
    'Net',
    'Customers',
    'MemberShare',
    'ReturnRate',
    'PointsGiven',
  ],
  optional: ['Discount'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    ProductLevel: ProductLevel.options,
    ByMonthYN: 'yes-no',
    MemberType: MemberType.options,
    Gender: { list: 'Gender' },
    AgeGroup: AgeGroup.options,
    OriginalDateYN: 'yes-no',
    PointsGivenYN: 'yes-no',
    Brand: { list: 'Brand' },
    ProductType: { list: 'ProductType' },
    ProductGroup: 'capitals',
  },
  groupedBy: 'ProductLevel',
  opens: { ProductLevel: 'Brand' },
  figures: ['Quantity', 'Net', 'MemberShare', 'ReturnRate'],
  drill: {
    // The quantity links to the months of the brand, product type or product group.
    Quantity: ({ Value, SaleMonth }, filters) => {
      const { ProductLevel: level = 'Brand' } = filters
      const filter = filterOf[level]
      return Value === null || SaleMonth !== null || filter === undefined
        ? undefined
        : `?${new URLSearchParams({ ...filters, [filter]: Value, ProductLevel: 'Month' })}`
    },
  },
  chart: (filters) =>
    isByMonth(filters)
      ? undefined
      : {
          kind: filters.ProductLevel === 'Month' ? 'line' : 'bar',
          title: 'reports:productChart',
          label: 'Value',
          figures: ['Quantity'],
        },
  empty: () => 'reports:emptyData',
  meanings: ['pieces', 'gross', 'discount', 'returns', 'net', 'cancellation', 'buying', 'pointsGiven'],
})
