import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, text, Version, YN } from '#kit/contract/fields.ts'
import { ColumnChoices, Density, ListChoice, ListView, ListViewState } from '#kit/contract/list-view.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

/** Maximum number of saved views per user and list. */
export const VIEWS_PER_LIST_MAX = 30

/** Name of a list: the path of its endpoint; a suffix such as `#upgrade` distinguishes lists of one endpoint. */
const List = z
  .string()
  .regex(/^\/[A-Za-z0-9/_-]+(#[A-Za-z0-9]+)?$/)
  .max(120)

export const viewRefusals = {
  notFound: refusal(404, 'views.not_found', 'This view no longer exists'),
  nameTaken: refusal(409, 'views.name_taken', 'You already have a view named {Name} for this list'),
  headOfficeOnly: refusal(403, 'views.head_office_only', 'Only head office can share views or change shared ones'),
  tooMany: refusal(409, 'views.too_many', 'You already have {Limit} views of this list. Delete one first'),
}

export const myLists = read({
  path: '/list-views/find-all',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['view'],
  summary: 'Returns own and shared views of every list, and the caller’s choice for each',
  body: z.strictObject({}),
  reply: z.strictObject({ views: z.array(ListView), choices: z.array(ListChoice) }),
})

export const addView = change({
  path: '/list-views/add',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['view'],
  summary: 'Keeps a list as it stands under a name; head office may share it with everybody',
  status: 201,
  idempotent: true,
  body: z.strictObject({ List, Name: text(60), SharedYN: YN.default('N'), State: ListViewState }),
  reply: ListView,
})

export const updateView = change({
  path: '/list-views/update',
  access: 'staff',
  scope: namedRows(row('view', 'ViewId', 'own outlet')),
  summary: 'Changes what is sent of a view; a stale Version is refused with the present view',
  body: z.strictObject({
    ViewId: Id,
    Version,
    Name: text(60).optional(),
    SharedYN: YN.optional(),
    State: ListViewState.optional(),
  }),
  reply: ListView,
})

export const deleteView = change({
  path: '/list-views/delete',
  access: 'staff',
  scope: namedRows(row('view', 'ViewId', 'own outlet')),
  summary: 'Deletes a view; anyone who had it as the default gets the plain list',
  body: z.strictObject({ ViewId: Id }),
  reply: z.strictObject({ ViewId: Id }),
})

export const chooseForList = change({
  path: '/list-views/choose',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['view'],
  summary: 'Remembers columns, density or the default view of a list for the caller; what is not sent stays',
  body: z.strictObject({
    List,
    Columns: ColumnChoices.nullable().optional(),
    Density: Density.nullable().optional(),
    DefaultViewId: Id.nullable().optional(),
  }),
  reply: ListChoice,
})
