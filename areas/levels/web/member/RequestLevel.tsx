import type { SelectChoice } from '#kit/web/choices.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { addLevelHistory } from '../../contract/level-histories.ts'
import type { LevelStatus } from '../../contract/status.ts'

type Props = {
  levelStatus: LevelStatus
  action: 'Upgrade' | 'Downgrade'
  targets: readonly SelectChoice[]
  onClose: () => void
}

/** Requests another level, which a second person decides. */
export function RequestLevelChangeDialog({ levelStatus, action, targets, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="levels"
      open
      title={t(`levels:ask.${action}`)}
      call={addLevelHistory}
      // The form selects the nearest level at first. Clearing the selection shows that the field is required.
      initial={{ ToCategory: targets[0]?.value }}
      fixed={{ MembershipNo: levelStatus.MembershipNo, Action: action }}
      fields={[
        { name: 'ToCategory', label: 'levels:fields.NewCategory', choices: targets, kind: 'select' },
        { name: 'Reason', choices: ['Staff request', 'Correction'] },
        { name: 'Remark', kind: 'multiline' },
      ]}
      note={<Muted as="p">{t('levels:askNote')}</Muted>}
      submit={`levels:ask.${action}`}
      headline={(_, { ToCategory }) =>
        t(`levels:requested.${action}`, {
          tier: `${targets.find(({ value }) => value === ToCategory)?.label ?? ToCategory}`,
        })
      }
      done="levels:saved"
      failed={`levels:failed.${action}`}
      onClose={onClose}
    />
  )
}
