import { lazy } from 'react'
import { customerAddPath } from '#areas/customers/paths.ts'
import {
  cardCategoriesService,
  customerSectionsSlot,
  memberSearchService,
  memberSummarySlot,
  memberWarningsSlot,
  suggestedActionsSlot,
} from '#areas/customers/web/slots.ts'
import { cardCategoryChoicesService } from '#areas/rewards/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { codeNameProviders } from '#kit/web/code-names.ts'
import { recordScreen } from '#kit/web/record-screen.ts'
import { refusalActions } from '#kit/web/refusal-actions.ts'
import { scanHandlers } from '#kit/web/scan-outcome.ts'
import { counterRoles } from './contract/roles.ts'
import {
  cardCategoriesPath,
  cardCategoryAddPath,
  cardCategoryPath,
  counterPath,
  membershipsPath,
  upgradePath,
} from './paths.ts'
import { CardCategoryTag, fetchCardCategoryChoices, fetchCardCategoryNames } from './web/card-category.tsx'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    memberships: typeof texts
  }
}

export const membershipsWebArea: WebArea = {
  screens: [
    {
      path: counterPath.pattern,
      title: 'memberships:screens.counter',
      heading: 'unseen',
      role: counterRoles,
      load: async () => ({ default: (await import('./web/counter/CounterPage.tsx')).CounterPage }),
    },
    {
      path: upgradePath.pattern,
      title: 'memberships:screens.upgrade',
      role: 'Customer',
      parent: membershipsPath.pattern,
      load: async () => ({ default: (await import('./web/upgrade/UpgradePage.tsx')).UpgradePage }),
    },
    recordScreen({
      name: 'card group',
      title: 'memberships:screens.cardGroups',
      role: 'Card Group',
      words: 'memberships:cardGroup',
      adding: 'memberships:screens.cardGroupAdd',
      record: async () => (await import('#areas/tiers/contract/records.ts')).cardGroups,
      named: 'Name',
      columns: ['Name', 'Description', 'Status', { field: 'CreatedAt', wideOnly: true }],
      optional: ['UpdatedAt'],
      search: { Name: 'text', Description: 'text', Status: ['Active', 'Inactive', 'Deleted'] },
      fields: ['Name', { name: 'Description', kind: 'multiline' }],
    }),
    {
      path: cardCategoriesPath.pattern,
      title: 'memberships:screens.cardCategories',
      role: 'Card Category',
      add: { label: 'memberships:screens.cardCategoryAdd', to: cardCategoryAddPath() },
      load: async () => ({ default: (await import('./web/cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
    },
    {
      path: cardCategoryAddPath.pattern,
      title: 'memberships:screens.add',
      role: 'Card Category',
      parent: cardCategoriesPath.pattern,
      load: async () => ({ default: (await import('./web/cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
    },
    {
      path: cardCategoryPath.pattern,
      title: 'memberships:screens.cardCategory',
      heading: 'record',
      role: 'Card Category',
      parent: cardCategoriesPath.pattern,
      load: async () => ({ default: (await import('./web/cards/CardCategoryPage.tsx')).CardCategoryPage }),
    },
  ],
  contributes: [
    cardCategoryChoicesService.with(async () =>
      (await fetchCardCategoryChoices()).map(({ value, label }) => ({ value, label, hint: value })),
    ),
    codeNameProviders.with({
      field: 'CardCategoryCode',
      names: fetchCardCategoryNames,
      about: ['card category'],
      Cell: CardCategoryTag,
    }),
    cardCategoriesService.with({
      choices: fetchCardCategoryChoices,
      Badge: CardCategoryTag,
      names: fetchCardCategoryNames,
    }),
    customerSectionsSlot.with(
      lazy(async () => ({ default: (await import('./web/customer/MembershipCards.tsx')).MembershipCards })),
    ),
    memberSummarySlot.with(
      lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).MemberSummary })),
    ),
    memberWarningsSlot.with(
      lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).MemberWarnings })),
    ),
    suggestedActionsSlot.with(
      lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).SuggestedMemberAction })),
    ),
    memberSearchService.with({
      role: counterRoles,
      find: async (typed, signal) => (await import('./web/counter/find-member.ts')).findMembers(typed, signal),
    }),
    // A scanned card opens its member at the counter, from any page.
    scanHandlers.with({
      role: counterRoles,
      find: async (code) => (await import('./web/counter/find-member.ts')).findMemberByCode(code),
      unknown: {
        label: 'kit:verbs.register',
        role: 'Customer',
        to: customerAddPath(),
        state: (typed) => ({ typed }),
      },
    }),
    // Pages that refuse a customer of another outlet let the user look the customer up.
    refusalActions.with({
      code: 'customers.foreign',
      Action: lazy(async () => ({ default: (await import('./web/LookUpHere.tsx')).MemberAccessPrompt })),
    }),
  ],
}
