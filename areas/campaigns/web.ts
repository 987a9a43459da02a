import type { WebArea } from '#kit/web/area.ts'
import { listActions } from '#kit/web/table/ListActions.tsx'
import { campaignAddPath, campaignPath, campaignsPath, targetListPath } from './paths.ts'
import { AddListToCampaignTool } from './web/rows/ListToCampaign.tsx'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    campaigns: typeof texts
  }
}

const role = 'Campaign'
const listRoles = [role, 'Campaign Target List'] as const

export const campaignsWebArea: WebArea = {
  screens: [
    {
      path: campaignsPath.pattern,
      title: 'campaigns:screens.list',
      role,
      add: { label: 'campaigns:screens.add', to: campaignAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/CampaignsPage.tsx')).CampaignsPage }),
    },
    {
      path: campaignAddPath.pattern,
      title: 'campaigns:screens.add',
      role,
      parent: campaignsPath.pattern,
      load: async () => ({ default: (await import('./web/form/AddCampaignPage.tsx')).AddCampaignPage }),
    },
    {
      path: campaignPath.pattern,
      title: 'campaigns:screens.one',
      heading: 'record',
      role: listRoles,
      parent: campaignsPath.pattern,
      load: async () => ({ default: (await import('./web/one/CampaignPage.tsx')).CampaignPage }),
    },
    {
      path: targetListPath.pattern,
      title: 'campaigns:screens.targets',
      role: listRoles,
      load: async () => ({ default: (await import('./web/targets/TargetListPage.tsx')).TargetListPage }),
    },
  ],
  contributes: [listActions.with(AddListToCampaignTool)],
}
