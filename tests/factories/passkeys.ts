import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import {
  finishAddingPasskey,
  finishPasskeySignIn,
  startAddingPasskey,
  startPasskeySignIn,
} from '#areas/access/contract.ts'
import type { Reply, RequestBody } from '#kit/contract/endpoint.ts'
import type { CallOptions, TestApp } from '../harness.ts'
import { password } from './sign-in.ts'

// A software authenticator: creates passkeys and signs challenges like a phone or a security key.

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

const UP = 0x01
const UV = 0x04
const BE = 0x08
const BS = 0x10
const AT = 0x40

type Faults = {
  /** The origin of the page that asks, for phishing pages. */
  origin?: string
  /** False if the user did not unlock the passkey. */
  verified?: boolean
  /** The signature counter, for a copied key. */
  counter?: number
  /** True for a passkey that the owner's devices share. */
  synced?: boolean
  challenge?: string
  userHandle?: string
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

export function createSoftwarePasskey(origin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const flagsOf = ({ verified = true, synced = false }: Faults) => UP | (verified ? UV : 0) | (synced ? BE | BS : 0)
  const authData = (rpId: string, flags: number, count: number, attested = Buffer.alloc(0)) => {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counterBytes, attested])
  }
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false })).toString('base64url')

  /** Answers the options for a new passkey. */
  function create(
    { Options }: Reply<typeof startAddingPasskey>,
    faults: Faults = {},
  ): RequestBody<typeof finishAddingPasskey>['Response'] {
    userHandle = Options.user.id
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key as never)])
    const data = authData(Options.rp.id, flagsOf(faults) | AT, counter, attested)
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', faults.challenge ?? Options.challenge, faults.origin ?? origin),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs the challenge of a sign-in. The counter increases with each signature. */
  function sign(
    { Options }: Reply<typeof startPasskeySignIn>,
    faults: Faults = {},
  ): RequestBody<typeof finishPasskeySignIn>['Response'] {
    counter = faults.counter ?? (faults.synced ? 0 : counter + 1)
    const data = authData(Options.rpId, flagsOf(faults), counter)
    const clientDataJSON = clientData('webauthn.get', faults.challenge ?? Options.challenge, faults.origin ?? origin)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? userHandle,
      },
    }
  }

  return { id, create, sign }
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(
  app: TestApp,
  session: CallOptions,
  passkey = createSoftwarePasskey(),
  Name = 'Phone',
) {
  const started = await app.call(startAddingPasskey, { CurrentPassword: password }, session)
  const added = await app.call(finishAddingPasskey, { Name, Response: passkey.create(started.body) }, session)
  return { passkey, added }
}

/** Begins a sign-in and returns the options with the cookie of the browser that began. */
export async function beginPasskeySignIn(app: TestApp) {
  const { body, headers } = await app.call(startPasskeySignIn, {}, null)
  return { options: body, cookie: [headers['set-cookie']].flat().join().split(';')[0]! }
}

export async function signInWithPasskey(app: TestApp, passkey: SoftwarePasskey, faults: Faults = {}) {
  const { options, cookie } = await beginPasskeySignIn(app)
  const Response = passkey.sign(options, faults)
  return app.call(finishPasskeySignIn, { Response }, { as: null, headers: { cookie } })
}
