import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
export const forge = createRequire(resolve('passkit-generator'))('node-forge')

/** A certificate with its key, signed by itself or by an issuer that was made here before. */
export function certificate(name: string, issuer?: { name: string; key: unknown }) {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const made = forge.pki.createCertificate()
  made.publicKey = keys.publicKey
  made.serialNumber = '01'
  made.validity.notBefore = new Date('2020-01-01')
  made.validity.notAfter = new Date('2040-01-01')
  made.setSubject([{ name: 'commonName', value: name }])
  made.setIssuer([{ name: 'commonName', value: issuer?.name ?? name }])
  made.sign(issuer?.key ?? keys.privateKey, forge.md.sha256.create())
  return {
    keys,
    pem: forge.pki.certificateToPem(made) as string,
    key: forge.pki.privateKeyToPem(keys.privateKey) as string,
  }
}
