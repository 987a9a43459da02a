import type { ChangeKind } from '#areas/event-feed/contract.ts'
import * as feed from '#areas/event-feed/contract.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { jobContext, systemWith, type TestApp } from '../test-app.ts'

// Reads GET /changes as a program that copies records.

export const changeCalls: Readonly<Record<ChangeKind, Endpoint>> = {
  customers: feed.listCustomerChanges,
  memberships: feed.listMembershipChanges,
  sales: feed.listSaleChanges,
  lines: feed.listLineChanges,
  ledger: feed.listLedgerChanges,
  rewards: feed.listRewardChanges,
}

/** The fields of a record that identify it within its kind. */
const keyFields: Readonly<Record<ChangeKind, readonly string[]>> = {
  customers: ['CustomerId'],
  memberships: ['MembershipNo'],
  sales: ['TransactionId'],
  lines: ['TransactionId', 'SequenceNo'],
  ledger: ['HistoryId'],
  rewards: ['ReferenceCode'],
}

export const warehouse = systemWith('events:read', 'members:read', 'sales:read', 'rewards:read')

type ChangedRecord = Record<string, unknown>
type Page = { Records: ChangedRecord[]; Deleted: (string | number)[]; Cursor: string; More: boolean }
type Query = { after?: string; UpdatedSince?: string; limit?: number }

export const keyOf = (kind: ChangeKind, record: ChangedRecord) =>
  keyFields[kind].map((field) => `${record[field]}`).join('-')

export const changesReader = (app: TestApp) => {
  const publish = () => publishEvents(jobContext(app))
  const page = async (kind: ChangeKind, query: Query = {}): Promise<Page> => {
    const { status, body } = await app.call(changeCalls[kind], query, warehouse)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as Page
  }
  return {
    publish,
    page,
    /** Publishes all events and returns the records from a cursor to the end of the list, with the number of pages. */
    async readToEnd(kind: ChangeKind, { limit = 1_000, ...start }: Query = {}) {
      await publish()
      const result = { Records: [] as ChangedRecord[], Deleted: [] as (string | number)[], Cursor: '', pages: 0 }
      for (let query: Query = { ...start, limit }; ; query = { after: result.Cursor, limit }) {
        const { Records, Deleted, Cursor, More } = await page(kind, query)
        result.Records.push(...Records)
        result.Deleted.push(...Deleted)
        result.Cursor = Cursor
        result.pages++
        if (!More) return result
      }
    },
  }
}
