import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The few kinds of values that a certificate is made of, by their tags in DER. */
const tags = { integer: 0x02, bits: 0x03, name: 0x06, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 };

/** A certificate for this machine that is signed by nobody but itself, made anew each time. */
export function makeSelfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(value(tags.name, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = value(tags.name, Buffer.from('550403', 'hex'));
  const subject = sequence(value(tags.set, sequence(commonName, value(tags.text, Buffer.from('127.0.0.1')))));
  const validity = sequence(time('250101000000Z'), time('491231235959Z'));
  // A serial number is positive: its first byte keeps the sign bit clear.
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

/** Tag, length, content: lengths from 128 on are written in as many bytes as they need. */
function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
