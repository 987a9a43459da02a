import { useContributedCustomerBulkActions } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { BulkAction, BulkLink } from '#kit/web/table/bulk.ts'
import { useRowSelection } from '#kit/web/table/selection.ts'
import type { ListModel } from '#kit/web/table/useList.ts'
import type { ReportPage } from './page.ts'

type Row = Record<string, unknown>

const TICKED_MOST = 100

/** Returns name and number of a row's customer, to distinguish customers with the same name. */
export const formatCustomerLabel = ({ CustomerName, MembershipNo }: Row) =>
  typeof CustomerName === 'string'
    ? [formatPersonName(CustomerName), MembershipNo].filter(Boolean).join(' · ')
    : undefined

/** Returns selected rows and the permitted bulk actions; empty if the rows of the report cannot be selected. */
export function useReportSelection(
  { ticked: offered }: ReportPage['page'],
  rowKey: string,
  { state, views, rows }: ListModel<Row>,
) {
  const t = useT()
  const { has, isHQ } = useSession()
  const ticked = typeof offered === 'function' ? offered(state.filters) : offered
  const keyOf = (row: Row) => String(row[rowKey])
  const selection = useRowSelection<Row>(JSON.stringify([state.filters, views.active?.ViewId]), keyOf, rows)
  const customerActions = useContributedCustomerBulkActions<Row & { CustomerId: number }>() as unknown as (
    | BulkAction<Row>
    | BulkLink<Row>
  )[]
  const reportActions = (ticked ?? [])
    .filter(({ role, headOffice }) => has(role) && (isHQ || !headOffice))
    .map(
      ({ label, to }): BulkLink<Row> => ({
        label: t(label),
        least: 1,
        most: TICKED_MOST,
        otherwise: t('reports:ticked.most', { most: TICKED_MOST }),
        to: to as unknown as BulkLink<Row>['to'],
      }),
    )
  return { keyOf, selection, bulk: ticked ? [...reportActions, ...customerActions] : [] }
}
