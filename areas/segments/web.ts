import { lazy } from 'react'
import { targetSourcesSlot } from '#areas/campaigns/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { segmentAddPath, segmentPath, segmentsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    segments: typeof texts
  }
}

const role = 'Campaign'

export const segmentsWebArea: WebArea = {
  screens: [
    {
      path: segmentsPath.pattern,
      title: 'segments:screens.segments',
      role,
      menu: 'campaign',
      add: { label: 'segments:screens.add', to: segmentAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/SegmentsPage.tsx')).SegmentsPage }),
    },
    {
      path: segmentAddPath.pattern,
      title: 'segments:screens.add',
      role,
      parent: segmentsPath.pattern,
      load: async () => ({ default: (await import('./web/SegmentPage.tsx')).AddSegmentPage }),
    },
    {
      path: segmentPath.pattern,
      title: 'segments:screens.segment',
      heading: 'record',
      role,
      parent: segmentsPath.pattern,
      load: async () => ({ default: (await import('./web/SegmentPage.tsx')).SegmentPage }),
    },
  ],
  contributes: [
    targetSourcesSlot.with(
      lazy(async () => ({ default: (await import('./web/SegmentSource.tsx')).AddSegmentAsTargetSource })),
    ),
  ],
}
