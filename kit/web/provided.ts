import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  Suspense,
  useContext,
} from 'react'
import { CallError } from './call.ts'
import type { Choice } from './choices.ts'
import type { FieldSpec } from './form/fields.ts'
import type { Area } from './labels.ts'
import type { Session } from './session.ts'
import type { ColumnSpec } from './table/columns.tsx'
import type { ListExportInfo } from './table/export-info.ts'
import type { SearchKind } from './table/search.ts'
import type { ViewSource } from './table/views.ts'
import type { Privilege, Role, TextKey } from './vocabulary.ts'

// What areas do for the pages of all others. The kit knows no area: `app/web/provided.ts` puts it together once from what
// the areas bring in their `web.ts`, and every page stands inside of it.

/** A record whose history is asked for: `Customer` 17, called NUR AISYAH, with the texts of its area. */
export type HistoryOf = { area: Area; subject: string; id: string; name: string }

/** One entry of the audit trail: a changed field, or all fields of a row that was added or deleted. */
export type AuditEntry = {
  ObjectType: string
  ObjectId: string
  ActionType: string
  UpdatedFieldName: string | null
  PreviousInfo: string | null
  UpdatedInfo: string | null
}

/** The record that a file is attached to, by its key: `{ ObjectType: 'TaskId', ObjectId: '17' }`. */
export type FileOf = { ObjectType: string; ObjectId: string }

/** A file that was taken: the address its record keeps, and what says how to change what is written about it. */
export type Taken = { Url: string; MediaId: number; Version: number; FileName: string }

/** A record that this user opened, and what kind of page shows it. */
export type RecentRecord = { path: string; name: string; about: string | null; kind: TextKey }
export type RecentRecords = { records: readonly RecentRecord[] | undefined; error: unknown; retry: () => void }

/** Somebody whom a text may mean: enough to tell namesakes apart. */
export type FoundMember = {
  MembershipNo: string
  CustomerId: number
  FullName: string
  /** Masked. */
  IdNo: string | null
  ContactNo: string | null
  Email: string | null
  Status: string
  CardCategoryName: string | null
  Color: string | null
  RegisteredOutletCode: string
  PointBalance: number
  /** The number that was typed, where it was merged into this membership. */
  FormerMembershipNo: string | null
}
/** `ExactYN`: the text is a full number, telephone or the like, so that the rows are all it can mean. */
export type FoundMembers = { ExactYN: 'Y' | 'N'; count: number; rows: readonly FoundMember[] }

/** What was scanned, once an area knows it: where it lies, and what it is called. */
export type ScanFinding = { to: string; name: string }
/** What an area makes of a scanned code. */
export type Scan = {
  /** Who may open what it finds. */
  role: Role | readonly Role[]
  /** The record with this code, or nothing if none of the area's has it. */
  find: (code: string) => Promise<ScanFinding | undefined>
  /** What may be done with a code that nobody knows. */
  unknown?: { label: TextKey; role: Role | readonly Role[]; to: string; state: (code: string) => unknown }
}

/** A queue in which something waits for this user. */
export type Waiting = { path: string; title: TextKey; count: number }

export type CustomFieldsOf = 'Customer' | 'Task' | 'Rewards'
export type CustomFieldName = `CustomValues.${string}`
export type CustomHeld = Readonly<Record<string, string | readonly string[]>>

/** What one area does for all. */
export type Provided = {
  /** Members by number, telephone, identity number, e-mail or name; where an unknown one is registered. */
  members: {
    role: Role | readonly Role[]
    find: (typed: string, signal: AbortSignal) => Promise<FoundMembers>
    register: { role: Role; to: string } | undefined
  }
  /** The entries of a lookup list, in the user's language. */
  listItems: (name: string) => Promise<readonly Choice[]>
  outlets: () => Promise<readonly Choice[]>
  /** The card categories. */
  tiers: () => Promise<readonly Tier[]>
  /** The lead sources that a customer may come from, by their numbers. */
  leadSources: () => Promise<readonly Choice[]>
  uploads: {
    /** Types and weight that the server takes: `accept` of a file input, and bytes. */
    limits: Record<'image' | 'file', { accept: string; bytes: number }>
    /** `of`: the record that it belongs to from now on; without one a form that is saved later says so. */
    take: (file: File, onProgress: (part: number) => void, of?: FileOf) => Promise<Taken>
    describe: (taken: Taken, text: string) => Promise<Taken>
  }
  /** Where views and chosen columns of lists are kept. */
  views: ViewSource | undefined
  history: {
    mayRead: (subject: string, session: Session) => boolean
    Drawer: ComponentType<{ of: HistoryOf; open: boolean; onClose: () => void }> | undefined
    /** The record of an entry with the way to it, and what stood in it before or after. */
    Changed: ComponentType<{ of: AuditEntry }> | undefined
    Side: ComponentType<{ of: AuditEntry; side: 'before' | 'after' }> | undefined
  }
  /** A hook: the records that this user opened last, the latest first. */
  useRecentRecords: () => RecentRecords
  /** A hook: the queues in which something waits for this user; undefined until it is known. */
  useWaiting: () => readonly Waiting[] | undefined
  /** A hook: the list that the present page's record is one of, where it has one with an address of its own. */
  useListAbove: () => { path: string; title: TextKey } | undefined
  /** What the company added to its records: fields for their forms, and facts for their pages. */
  customFields: {
    /** A hook: the fields of a form, in their order; `held` is what the record holds now. */
    useFields: (of: CustomFieldsOf, held?: CustomHeld) => readonly FieldSpec<CustomFieldName>[]
    /** A hook: what the record holds, for those who read. */
    useFacts: (of: CustomFieldsOf, held: CustomHeld) => readonly { label: string; value: ReactNode; wide?: boolean }[]
    /** A hook: columns that a list of such records offers. */
    useColumns: (of: CustomFieldsOf) => readonly ColumnSpec<{ CustomValues: CustomHeld }>[]
    /** A hook: what a list of such records may be asked by. */
    useSearch: (of: CustomFieldsOf) => { [Field in CustomFieldName]?: SearchKind<never> }
    /** A hook: how each is called, also one that is not active any more, for what was written of it. */
    useNames: (of: CustomFieldsOf) => ReadonlyMap<string, string>
  }
  /** What stands in the toolbar of every list for its export. */
  ListExport: ComponentType<{ info: ListExportInfo }>
}

/** How one kind of request looks to who decides it in the queue of approvals: its own area knows more than the sentence. */
export type RequestPart = {
  /** Whether this user may see and decide it by the calls of that area. */
  may: (session: Session) => boolean
  /** What changes and what it rests on, in a row; `by` says who asked. */
  Glance: ComponentType<{ ObjectId: string; by: ReactNode; children: ReactNode }>
  /** The whole of it, a `QueueReview` with its decision; `id` is its place in the queue. */
  Review: ComponentType<{ ObjectId: string; id: number }>
}

/** A part of the member's page that is looked at alone; `key` names it in the address. */
export type MemberTab = {
  key: string
  title: TextKey
  role: Role | readonly Role[]
  Tab: ComponentType<{ MembershipNo: string; CustomerId: number }>
}

/** What is offered for a customer in one of these statuses, to who may; its dialog asks first. */
export type CustomerAct = {
  label: TextKey
  role: Role
  privilege?: Privilege
  statuses: readonly string[]
  Dialog: ComponentType<CustomerDialog>
}
export type CustomerDialog = { CustomerId: number; open: boolean; onClose: () => void }

/** What is done with ticked customers: gone on with, up to so many, on a page of its area, or done for each of them. */
export type ManyCustomers = { label: TextKey; role: Role | readonly Role[]; Icon: ComponentType } & (
  | { most: number; to: (customers: readonly number[]) => string }
  | {
      /** What will happen. */
      effect: TextKey
      /** Asked once, given to each. */
      asks: { label: TextKey; maxLength: number }
      each: (CustomerId: number, answer: string) => Promise<unknown>
      undo: (reply: unknown) => Promise<unknown>
    }
)

/** A card category as lists and filters show it, by its code. */
export type Tier = Choice & { color: string | null }

/** What any area may add. */
export type Added = {
  /** What areas show at the counter of the member who was found, below the member's own card. */
  counterParts: readonly ComponentType<{ MembershipNo: string }>[]
  /** In the head of a member's pages, below the name: what waits and what they have. */
  memberSummary: readonly ComponentType<{ MembershipNo: string }>[]
  /** The same without what they have, where `memberSide` tells it: what waits or is wrong. */
  memberState: readonly ComponentType<{ MembershipNo: string }>[]
  /** Beside the story of a member: a card for each thing that they have. */
  memberSide: readonly ComponentType<{ MembershipNo: string }>[]
  /** What fills a page of its own within that of the member. */
  memberTabs: readonly MemberTab[]
  /** The one thing that is best done next for the member. */
  memberNext: readonly ComponentType<{ MembershipNo: string }>[]
  /** Below the member's name: what is about to change. */
  memberNotes: readonly ComponentType<{ MembershipNo: string }>[]
  /** Beside the member's points: cells of a strip. */
  memberFigures: readonly ComponentType<{ MembershipNo: string }>[]
  /** On the page of a customer below the member's own cards. */
  customerParts: readonly ComponentType<{ CustomerId: number }>[]
  /** On the page of a customer beside the story, while the customer is not deleted. */
  customerSide: readonly ComponentType<{ CustomerId: number }>[]
  /** Where it is said that a customer is archived: the way back. */
  archivedCustomer: readonly ComponentType<{ CustomerId: number }>[]
  /** Among the actions of a customer's page. */
  customerActs: readonly CustomerAct[]
  /** What can be done with the customers who are ticked in their list. */
  manyCustomers: readonly ManyCustomers[]
  /** On the target list of a campaign, for head office: where else its customers come from. */
  targetSources: readonly ComponentType<{ CampaignCode: string }>[]
  /** In the toolbar of every list, beside its export: what else can be done with all of its rows. */
  listActs: readonly ComponentType<{ info: ListExportInfo }>[]
  /** What areas show on the first page of the counter; a card that has nothing to say draws nothing. */
  counterCards: readonly { column: 1 | 2 | 3; Card: ComponentType }[]
  /** On the dashboard, before what waits for a decision. */
  dashboardCards: readonly ComponentType[]
  /** What is offered on a page that the server refused with this code, so that no refusal is a dead end. */
  waysOut: Readonly<Record<string, ComponentType>>
  /** What a scanner reads: the first area that knows a code leads to its record. */
  scans: readonly Scan[]
  /** By the kinds of request that an area asks for. */
  requestParts: Readonly<Record<string, RequestPart>>
}

const nowhere = () => Promise.reject(new Error('No area takes files'))

const noNames: ReadonlyMap<string, string> = new Map()

const nothing: Provided & Added = {
  members: { role: [], find: async () => ({ ExactYN: 'N', count: 0, rows: [] }), register: undefined },
  listItems: async () => [],
  outlets: async () => [],
  tiers: async () => [],
  leadSources: async () => [],
  uploads: {
    limits: { image: { accept: '', bytes: 0 }, file: { accept: '', bytes: 0 } },
    take: nowhere,
    describe: nowhere,
  },
  views: undefined,
  history: { mayRead: () => false, Drawer: undefined, Changed: undefined, Side: undefined },
  useWaiting: () => [],
  useRecentRecords: () => ({ records: [], error: null, retry: () => {} }),
  useListAbove: () => undefined,
  customFields: {
    useFields: () => [],
    useFacts: () => [],
    useColumns: () => [],
    useSearch: () => ({}),
    useNames: () => noNames,
  },
  ListExport: () => null,
  counterParts: [],
  memberSummary: [],
  memberState: [],
  memberSide: [],
  memberTabs: [],
  memberNext: [],
  memberNotes: [],
  memberFigures: [],
  customerParts: [],
  customerSide: [],
  archivedCustomer: [],
  customerActs: [],
  manyCustomers: [],
  targetSources: [],
  listActs: [],
  counterCards: [],
  dashboardCards: [],
  waysOut: {},
  scans: [],
  requestParts: {},
}

export const ProvidedContext = createContext(nothing)

export const useProvided = () => useContext(ProvidedContext)

/** All of it, from what each area brings. */
export const provide = (brought: readonly Partial<Provided & Added>[]): Provided & Added => ({
  ...Object.assign({}, nothing, ...brought),
  counterParts: brought.flatMap(({ counterParts = [] }) => counterParts),
  memberSummary: brought.flatMap(({ memberSummary = [] }) => memberSummary),
  memberState: brought.flatMap(({ memberState = [] }) => memberState),
  memberSide: brought.flatMap(({ memberSide = [] }) => memberSide),
  memberTabs: brought.flatMap(({ memberTabs = [] }) => memberTabs),
  memberNext: brought.flatMap(({ memberNext = [] }) => memberNext),
  memberNotes: brought.flatMap(({ memberNotes = [] }) => memberNotes),
  memberFigures: brought.flatMap(({ memberFigures = [] }) => memberFigures),
  customerParts: brought.flatMap(({ customerParts = [] }) => customerParts),
  customerSide: brought.flatMap(({ customerSide = [] }) => customerSide),
  archivedCustomer: brought.flatMap(({ archivedCustomer = [] }) => archivedCustomer),
  customerActs: brought.flatMap(({ customerActs = [] }) => customerActs),
  manyCustomers: brought.flatMap(({ manyCustomers = [] }) => manyCustomers),
  targetSources: brought.flatMap(({ targetSources = [] }) => targetSources),
  listActs: brought.flatMap(({ listActs = [] }) => listActs),
  counterCards: brought.flatMap(({ counterCards = [] }) => counterCards),
  dashboardCards: brought.flatMap(({ dashboardCards = [] }) => dashboardCards),
  waysOut: Object.assign({}, ...brought.map(({ waysOut }) => waysOut)),
  scans: brought.flatMap(({ scans = [] }) => scans),
  requestParts: Object.assign({}, ...brought.map(({ requestParts }) => requestParts)),
})

type MemberPlace =
  | 'counterParts'
  | 'memberSummary'
  | 'memberState'
  | 'memberSide'
  | 'memberNext'
  | 'memberNotes'
  | 'memberFigures'

/** The places of a page for what areas know of the member. */
export const MemberParts = ({ at, MembershipNo }: { at: MemberPlace; MembershipNo: string }) =>
  useProvided()[at].map((part, key) => drawn(part, { MembershipNo }, key))

type CustomerPlace = 'customerParts' | 'customerSide' | 'archivedCustomer'

/** The places of a page for what areas know of the customer. */
export const CustomerParts = ({ at, CustomerId }: { at: CustomerPlace; CustomerId: number }) =>
  useProvided()[at].map((part, key) => drawn(part, { CustomerId }, key))

/** A list as it stands on the screen: as a file, and what areas do with its rows. */
export function ListActs({ info }: { info: ListExportInfo }) {
  const { ListExport, listActs } = useProvided()
  return createElement(
    Fragment,
    null,
    createElement(ListExport, { info }),
    listActs.map((act, key) => drawn(act, { info }, key)),
  )
}

/** What an area asks before it does something with a customer. */
export const CustomerActDialog = ({ act, ...dialog }: { act: CustomerAct } & CustomerDialog) =>
  drawn(act.Dialog, dialog)

const drawn = <Props extends object>(part: ComponentType<Props>, props: Props, key?: number) =>
  createElement(Part, { key }, createElement(Suspense, { fallback: null }, createElement(part, props)))

/** What one area cannot show, because its script did not arrive, takes nothing from the page around it. */
class Part extends Component<{ children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/** What an area offers where the server refused with this error. */
export function useWayOut(error: unknown): ReactNode {
  const { waysOut } = useProvided()
  const offered = error instanceof CallError ? waysOut[error.code] : undefined
  return offered && createElement(Suspense, { fallback: null }, createElement(offered))
}
