import type { ClientBase } from 'pg'
import type { ListViewState } from '#kit/contract/list-view.ts'

// List views shared by head office.

/** `list` is the path of the endpoint that reads the list. The list's saved views are stored under this path. */
type View = { list: string; name: string; state: Partial<ListViewState> & Pick<ListViewState, 'Filters'> }

const views: readonly View[] = [
  { list: '/task/tasks/find-all', name: 'High priority', state: { Filters: { Priority: 'High' }, Sort: 'DueDate' } },
  {
    list: '/customer/transaction-summaries/find-all',
    name: 'Returns',
    state: { Filters: { TransactionType: 'C' }, Sort: 'PerformedAt', Direction: 'DESC' },
  },
  {
    list: '/pronto-sync/vouchers/find-all',
    name: 'Gift vouchers to give',
    state: { Filters: { VoucherType: 'G', Status: 'A' }, Sort: 'ExpiryDate', Size: 50, Density: 'compact' },
  },
  {
    list: '/customer/customers/find-all',
    name: 'Platinum',
    state: { Filters: { CardCategoryCode: 'PLATINUM' }, Sort: 'FullName' },
  },
]

export async function seedListViews(client: ClientBase) {
  for (const { list, name, state } of views) {
    const usual: ListViewState = {
      Filters: {},
      Sort: null,
      Direction: 'ASC',
      Size: 20,
      Columns: null,
      Density: 'comfortable',
    }
    await client.query(
      `insert into list_view (owner_id, list, name, shared_yn, state) select user_id, $1, $2, 'Y', $3 from user_account where username = 'hq'`,
      [list, name, JSON.stringify({ ...usual, ...state })],
    )
  }
}
