// Signs requests as Web Bot Auth wants it (RFC 9421, Ed25519), to see what a
// real nginx finds.

import { webcrypto as crypto } from "node:crypto";

const base64url = (octets) => Buffer.from(octets).toString("base64url");

export class Signer {
    static async make() {
        const signer = new Signer();
        signer.pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true,
            ["sign", "verify"]);
        const { kty, crv, x } =
            await crypto.subtle.exportKey("jwk", signer.pair.publicKey);
        signer.jwk = { kty, crv, x };
        // RFC 7638: members in the order of their names.
        signer.keyId = base64url(await crypto.subtle.digest("SHA-256",
            Buffer.from(JSON.stringify({ crv, kty, x }))));
        return signer;
    }

    // What a policy's `keys_file` has.
    get keys() {
        return JSON.stringify({ keys: [this.jwk] });
    }

    // Headers of a request to `host`, signed `age` seconds ago.
    async headers(host, { age = 0, keyId = this.keyId } = {}) {
        const created = Math.floor(Date.now() / 1000) - age;
        const input = `("@authority");created=${created};` +
            `expires=${created + 300};keyid="${keyId}";alg="ed25519";` +
            'tag="web-bot-auth"';
        const base = `"@authority": ${host}\n"@signature-params": ${input}`;
        const signature = Buffer.from(await crypto.subtle.sign(
            { name: "Ed25519" }, this.pair.privateKey, Buffer.from(base)));
        return {
            "Signature-Input": `sig1=${input}`,
            "Signature": `sig1=:${signature.toString("base64")}:`,
        };
    }
}
