import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The DER tags of the values in a certificate. */
const tags = { integer: 0x02, bits: 0x03, name: 0x06, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 };

/** Makes a new self-signed certificate for this machine. */
export function makeSelfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(value(tags.name, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = value(tags.name, Buffer.from('550403', 'hex'));
  const subject = sequence(value(tags.set, sequence(commonName, value(tags.text, Buffer.from('127.0.0.1')))));
  const validity = sequence(time('250101000000Z'), time('491231235959Z'));
  // A serial number is positive, so the sign bit of its first byte is 0.
  const serial = value(tags.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const body = sequence(
    serial,
    ecdsaWithSha256,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = value(tags.bits, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const certificate = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...values: readonly Buffer[]): Buffer {
  return value(tags.sequence, Buffer.concat(values));
}

function time(text: string): Buffer {
  return value(tags.time, Buffer.from(text));
}

/** Writes tag, length and content. A length of 128 or more needs several bytes. */
function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
