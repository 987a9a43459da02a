import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, RotateCwIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Row, Stack } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { type RewardSaving, type RewardSavingStep, runRewardSavingSteps } from '../form/saving.ts'

const icons = { waiting: ClockIcon, done: CircleCheckIcon, failed: CircleAlertIcon }

/** Runs the open steps of saving a reward; the navigation state stores them, so that a reload does not lose them. */
export function RewardSavingProgress({ RewardId, name }: { RewardId: number; name: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [saving, setSaving] = useState<RewardSaving | undefined>((state as { saving?: RewardSaving } | null)?.saving)
  const started = useRef(false)

  const run = useMutation({
    mutationFn: ({ kind, steps }: RewardSaving) =>
      runRewardSavingSteps(RewardId, steps, (current) => setSaving({ kind, steps: current })),
    onSuccess: (steps, { kind }) => {
      const isIncomplete = steps.some((step) => step.state !== 'done')
      void navigate({ search }, { replace: true, state: isIncomplete ? { saving: { kind, steps } } : null })
      if (isIncomplete) return
      setSaving(undefined)
      notify({
        title: t(kind === 'new' ? 'kit:headlines.created' : 'kit:headlines.saved', { name }),
        detail: t(kind === 'new' ? 'rewards:created' : 'rewards:updated'),
      })
    },
  })
  const { mutate } = run
  useEffect(() => {
    if (started.current || !saving) return
    started.current = true
    // After a reload, steps that were not started continue; failed steps wait until the user retries them.
    if (!saving.steps.some((step) => step.state === 'failed')) mutate(saving)
  }, [saving, mutate])

  if (!saving || saving.steps.length === 0) return null
  const failed = saving.steps.filter((step) => step.state === 'failed').length
  return (
    <Alert
      type={failed > 0 ? 'error' : 'info'}
      role={failed > 0 ? 'alert' : 'status'}
      title={
        failed > 0
          ? t(saving.kind === 'new' ? 'rewards:createFailed' : 'rewards:updateFailed')
          : t('rewards:step.running')
      }
      description={
        <Stack gap="m">
          {failed > 0 && <span>{t('rewards:step.left', { count: failed, name })}</span>}
          <EntryList aria-label={t('rewards:step.list')}>
            {saving.steps.map((step) => {
              const Icon = icons[step.state]
              return (
                <ListEntry key={step.key} side={t(`rewards:step.${step.state}`)}>
                  <Row tight>
                    <Icon aria-hidden size={16} />
                    {stepText(step, t)}
                  </Row>
                  {step.error}
                </ListEntry>
              )
            })}
          </EntryList>
          {failed > 0 && (
            <Row>
              <Button
                type="primary"
                icon={<RotateCwIcon aria-hidden />}
                loading={run.isPending}
                onClick={() => mutate(saving)}
              >
                {t('kit:verbs.tryAgain')}
              </Button>
            </Row>
          )}
        </Stack>
      }
    />
  )
}

function stepText(step: RewardSavingStep, t: TranslateFunction) {
  if (step.act === 'activate') return t('rewards:step.activate')
  if (step.act === 'stock') return t('rewards:step.stock', { place: step.OutletCode ?? t('rewards:stock.pool') })
  const objectKind = step.ObjectType === 'Building' ? 'outlet' : 'group'
  return t(`rewards:step.${step.act}_${objectKind}`, { value: step.ObjectValue })
}
