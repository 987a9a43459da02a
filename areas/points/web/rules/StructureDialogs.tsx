import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { addStructureDetail, type Structure, updateStructure, updateStructureDetail } from '../../contract.ts'
import { endOverlapAction } from './end-overlap.ts'
import { structureFields } from './structure-fields.tsx'

type Props = { plan: Structure; dialog: 'edit' | 'add' | number | undefined; onClose: () => void }

/** The form for a structure and its periods; fields locked by their state show the reason. */
export function StructureDialogs({ plan, dialog, onClose }: Props) {
  const t = useT()
  const detail = plan.Details.find(({ StructureDetailId }) => StructureDetailId === dialog)
  const locked = detail?.Status === 'Active' && t('points:rules.lockActive')
  const shared = {
    area: 'points',
    onClose,
    failed: 'points:structure.failed',
    alternative: endOverlapAction,
  } as const
  return (
    <>
      <FormDialog
        {...shared}
        open={dialog === 'edit'}
        title={t('points:structure.edit')}
        call={updateStructure}
        columns={2}
        initial={{ ...plan, EndOtherYN: 'N' }}
        fields={[...structureFields(), { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' }]}
        note={<Muted as="p">{t('points:structure.editNote')}</Muted>}
        headline={() => t('points:structure.named.updated', { name: plan.Code })}
        done="points:structure.updated"
      />
      <FormDialog
        {...shared}
        open={dialog === 'add'}
        title={t('points:rules.addDetail')}
        call={addStructureDetail}
        initial={{ EffectiveFrom: businessDate(), Multiplier: '1.00', EndOtherYN: 'N' }}
        fixed={{ StructureId: plan.StructureId }}
        fields={[
          'EffectiveFrom',
          { name: 'EffectiveTo', help: 'points:rules.openHelp' },
          { name: 'Multiplier', suffix: '×' },
          'Remark',
          { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' },
        ]}
        headline={() => t('points:structure.named.periodAdded', { name: plan.Code })}
        done="points:structure.detailAdded"
      />
      <FormDialog
        {...shared}
        open={detail !== undefined}
        title={t(locked ? 'points:rules.changeEnd' : 'points:rules.editDetail')}
        call={updateStructureDetail}
        initial={detail && { ...detail, EndOtherYN: 'N' }}
        fields={[
          { name: 'EffectiveFrom', locked },
          { name: 'EffectiveTo', help: 'points:rules.endHelp' },
          { name: 'Multiplier', suffix: '×', locked },
          { name: 'Remark', locked },
          { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' },
        ]}
        headline={() => t('points:structure.named.updated', { name: plan.Code })}
        done="points:structure.updated"
      />
    </>
  )
}
