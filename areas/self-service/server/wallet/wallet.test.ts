import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { certificate, forge } from '#tests/factories/certificates.ts'
import { member } from '#tests/factories/sales.ts'
import { visitor } from '#tests/factories/self-service.ts'
import { useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'
import { createApplePass } from './apple-pass.ts'
import { createGoogleLink } from './google-link.ts'

// The pass is verified in the same way as by a phone, with a certificate created here.

const app = useApp({ at: '2026-03-10T02:00:00Z' })

/** Reads the files of an uncompressed archive. */
function filesOf(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameSize, more] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)]
    expect(zip.readUInt16LE(at + 8), 'stored as it is').toBe(0)
    const begin = at + 30 + nameSize + more
    files.set(zip.toString('utf8', at + 30, at + 30 + nameSize), zip.subarray(begin, begin + size))
    at = begin + size
  }
  return files
}

async function cardOf() {
  const { CustomerId, MembershipNo } = await member(app.db)
  const session = await visitor(app, { CustomerId })
  return { session, MembershipNo, card: (await app.call(contract.getOwnCard, {}, session)).body }
}

test('Apple Wallet pass: contains the card, a hash of each file and a signature with the certificate of the pass type', async () => {
  const { card, MembershipNo } = await cardOf()
  const authority = certificate('Authority of the test')
  const passCertificate = certificate('Pass type of the test', {
    name: 'Authority of the test',
    key: authority.keys.privateKey,
  })
  const apple = {
    ...{ passTypeId: 'pass.example.carat.card', teamId: 'A1B2C3D4E5', passphrase: undefined },
    ...{ certificate: passCertificate.pem, key: passCertificate.key, wwdr: authority.pem },
  }
  const files = filesOf(createApplePass(card, apple, 'ja'))
  expect(JSON.parse(files.get('pass.json')!.toString())).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: apple.passTypeId,
    teamIdentifier: apple.teamId,
    serialNumber: MembershipNo,
    organizationName: card.Company,
    barcodes: [{ format: 'PKBarcodeFormatQR', message: MembershipNo, altText: MembershipNo }],
    storeCard: {
      primaryFields: [{ key: 'points', label: 'ポイント', value: card.Available }],
      auxiliaryFields: [{ key: 'since', value: `${card.JoinDate}T00:00:00Z` }],
    },
  })
  const manifest = files.get('manifest.json')!
  const hashes = Object.fromEntries(
    [...files]
      .filter(([name]) => !['manifest.json', 'signature'].includes(name))
      .map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')]),
  )
  expect(JSON.parse(manifest.toString())).toEqual(hashes)
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png', 'pass.json']))

  const signed = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(files.get('signature')!.toString('binary')))
  const names = signed.certificates.map(
    (certificate: { subject: { getField: (name: string) => { value: string } } }) =>
      certificate.subject.getField('CN').value,
  )
  expect(names.sort()).toEqual(['Authority of the test', 'Pass type of the test'])
  const { authenticatedAttributes, signature } = signed.rawCapture
  const digest = authenticatedAttributes.find(
    (attribute: { value: { value: string }[] }) =>
      forge.asn1.derToOid(attribute.value[0]!.value) === forge.pki.oids.messageDigest,
  ).value[1].value[0].value
  expect(Buffer.from(digest, 'binary')).toEqual(createHash('sha1').update(manifest).digest())
  const attributes = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, authenticatedAttributes)
  const bytes = Buffer.from(forge.asn1.toDer(attributes).getBytes(), 'binary')
  expect(verify('sha1', bytes, createPublicKey(passCertificate.pem), Buffer.from(signature, 'binary'))).toBe(true)
  expect(verify('sha1', bytes, createPublicKey(authority.pem), Buffer.from(signature, 'binary'))).toBe(false)
})

test('Google Wallet link: is signed by the service account and contains only this card', async () => {
  const { card, MembershipNo } = await cardOf()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const google = {
    issuerId: '3388000000012345678',
    account: 'wallet@project.iam.gserviceaccount.com',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  const services = { publicUrl: 'https://carat.example', webUrl: 'https://carat.example' } as never
  const link = createGoogleLink(card, google, { now: new Date('2026-03-10T02:00:00Z'), services })
  const [, head, body, signature] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(
    link,
  )!
  expect(link.length).toBeLessThan(1800)
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature!, 'base64url'))).toBe(true)
  expect(JSON.parse(Buffer.from(body!, 'base64url').toString())).toMatchObject({
    iss: google.account,
    aud: 'google',
    typ: 'savetowallet',
    origins: ['https://carat.example'],
    payload: {
      loyaltyClasses: [{ id: `${google.issuerId}.carat-card`, issuerName: card.Company }],
      loyaltyObjects: [
        {
          accountId: MembershipNo,
          barcode: { type: 'QR_CODE', value: MembershipNo },
          loyaltyPoints: { balance: { int: 0 } },
        },
      ],
    },
  })
})

test('wallets: if wallets are not configured, the card has no wallet buttons and no passes', async () => {
  const { session, card } = await cardOf()
  expect(card.Wallets).toEqual({ AppleYN: 'N', GoogleUrl: null })
  const { headers = {} } = session
  expect((await app.inject({ method: 'GET', url: '/api/1.0/customer/card/pass', headers })).status).toBe(404)
  expect((await app.inject({ method: 'GET', url: '/api/1.0/customer/card/pass' })).status).toBe(401)
})
