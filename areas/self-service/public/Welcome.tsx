import { personName } from '#kit/contract/person.ts'
import { Frame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import type { QrCode } from '../contract.ts'
import { cardPath } from '../paths.ts'
import { MemberCode } from './card/MemberCode.tsx'
import { FinishButton } from './FinishButton.tsx'

type Props = { MembershipNo: string | null; Qr: QrCode | null; FullName?: string; isNew: boolean }

/** Page after the registration with membership number and QR code for the counter. */
export function Welcome({ MembershipNo, Qr, FullName, isNew }: Props) {
  const t = useT()
  return (
    <Frame title={isNew ? t('self-service:welcome.title') : t('self-service:welcome.known')}>
      <p className="pub-lead" role="status">
        {FullName
          ? t('self-service:welcome.named', { FullName: personName(FullName) })
          : t('self-service:welcome.help')}
      </p>
      {MembershipNo && (
        <MemberCode code={MembershipNo} qr={Qr} name={t('self-service:card.qrOf', { MembershipNo })}>
          <p className="pub-hint">{t('self-service:card.show')}</p>
        </MemberCode>
      )}
      <Link to={cardPath()} className="pub-button pub-primary">
        {t('self-service:welcome.toCard')}
      </Link>
      <FinishButton />
    </Frame>
  )
}
