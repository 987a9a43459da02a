import { lazy } from 'react'
import { bulkActionsSlot, customerActionsSlot, memberTabsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { MESSAGE_RECIPIENTS_MAX } from './contract/customers-most.ts'
import {
  campaignTemplateAddPath,
  campaignTemplatePath,
  campaignTemplatesPath,
  contactLogPath,
  sendToSelectedCustomersPath,
  templateAddPath,
  templatePath,
  templateSendPath,
  templatesPath,
} from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    messages: typeof texts
  }
}

const role = 'Contact Templates'
const logRoles = [role, 'Customer'] as const

export const messagesWebArea: WebArea = {
  screens: [
    {
      path: templatesPath.pattern,
      title: 'messages:screens.templates',
      role,
      add: { label: 'messages:screens.add', to: templateAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/templates/TemplatesPage.tsx')).TemplatesPage }),
    },
    {
      path: templateAddPath.pattern,
      title: 'messages:screens.add',
      role,
      parent: templatesPath.pattern,
      load: async () => ({ default: (await import('./web/templates/TemplatePage.tsx')).AddTemplatePage }),
    },
    {
      path: templatePath.pattern,
      title: 'messages:screens.template',
      heading: 'record',
      role,
      parent: templatesPath.pattern,
      load: async () => ({ default: (await import('./web/templates/TemplatePage.tsx')).TemplatePage }),
    },
    {
      path: campaignTemplatesPath.pattern,
      title: 'messages:screens.ofCampaigns',
      role,
      add: { label: 'messages:screens.add', to: campaignTemplateAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/templates/TemplatesPage.tsx')).CampaignTemplatesPage }),
    },
    {
      path: campaignTemplateAddPath.pattern,
      title: 'messages:screens.add',
      role,
      parent: campaignTemplatesPath.pattern,
      load: async () => ({ default: (await import('./web/templates/TemplatePage.tsx')).AddCampaignTemplatePage }),
    },
    {
      path: campaignTemplatePath.pattern,
      title: 'messages:screens.template',
      heading: 'record',
      role,
      parent: campaignTemplatesPath.pattern,
      load: async () => ({ default: (await import('./web/templates/TemplatePage.tsx')).TemplatePage }),
    },
    {
      path: sendToSelectedCustomersPath.pattern,
      title: 'messages:screens.send',
      role,
      parent: templatesPath.pattern,
      load: async () => ({ default: (await import('./web/send/SendPage.tsx')).SendToSelectedCustomersPage }),
    },
    {
      path: templateSendPath.pattern,
      title: 'messages:screens.send',
      role,
      parent: templatesPath.pattern,
      load: async () => ({ default: (await import('./web/send/SendPage.tsx')).SendTemplatePage }),
    },
    {
      path: contactLogPath.pattern,
      title: 'messages:screens.log',
      role: logRoles,
      menu: 'rewards',
      load: async () => ({ default: (await import('./web/log/LogPage.tsx')).ContactLogPage }),
    },
  ],
  contributes: [
    memberTabsSlot.with({
      key: 'messages',
      title: 'messages:log.tab',
      role: logRoles,
      Tab: lazy(async () => ({ default: (await import('./web/log/LogTab.tsx')).ContactLogTab })),
    }),
    bulkActionsSlot.with({
      label: 'messages:send.act',
      role,
      Icon: lazy(async () => ({ default: (await import('./web/send/Icon.tsx')).SendActionIcon })),
      most: MESSAGE_RECIPIENTS_MAX,
      to: (customers) => sendToSelectedCustomersPath({ CustomerId: customers.join() }),
    }),
    customerActionsSlot.with({
      label: 'messages:send.act',
      role,
      statuses: ['Active'],
      Dialog: lazy(async () => ({ default: (await import('./web/send/SendDialog.tsx')).SendMessageDialog })),
    }),
  ],
}
