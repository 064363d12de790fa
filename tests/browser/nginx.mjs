// A real nginx with the module on 127.0.0.1, in a folder of its own.
//
// Environment: ROBOTS_NGINX, the binary; ROBOTS_MODULE, the module's .so (set
// but empty: it is compiled in).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, mkdir, readFile, rm, writeFile, chmod } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const binary = process.env.ROBOTS_NGINX || "/usr/sbin/nginx";
const module = process.env.ROBOTS_MODULE;

export const freePort = async () => {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    await once(server, "close");
    return port;
};

const configuration = (port, { site, environment, workers }) => `
${Object.keys(environment).map((name) => `env ${name};`).join("\n")}
${module ? `load_module ${module};` : ""}
daemon off;
pid nginx.pid;
error_log error.log notice;
worker_processes ${workers};
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    large_client_header_buffers 4 32k;
    # Crawlers come from many addresses; the tests all from one.
    set_real_ip_from 127.0.0.1;
    real_ip_header X-Real-IP;
    keepalive_requests 100000;
    robots_policy policy.yaml;
    robots on;
    ${site}
    server {
        listen 127.0.0.1:${port};
        location = /status { robots_status; robots_enforce off; }
        location / { empty_gif; }
    }
}
`;

export class Nginx {
    // `site`: more directives for http {}. `expect`: more variables.
    // `files`: what lies beside the policy, by name.
    static async start({
        policy,
        site = "",
        environment = {},
        workers = 2,
        files = {},
    }) {
        const nginx = new Nginx();
        nginx.folder = await mkdtemp(join(tmpdir(), "robots-browser-"));
        await chmod(nginx.folder, 0o755);
        nginx.port = await freePort();
        nginx.origin = `http://127.0.0.1:${nginx.port}`;
        nginx.status = `${nginx.origin}/status`;
        await mkdir(join(nginx.folder, "modules"));
        await writeFile(join(nginx.folder, "policy.yaml"), policy);
        for (const [name, text] of Object.entries(files)) {
            await writeFile(join(nginx.folder, name), text);
        }
        await writeFile(
            join(nginx.folder, "nginx.conf"),
            configuration(nginx.port, { site, environment, workers }),
        );
        nginx.process = spawn(
            binary,
            ["-p", nginx.folder, "-e", "error.log", "-c", "nginx.conf"],
            { stdio: "ignore", env: { ...process.env, ...environment } },
        );
        nginx.agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
        await nginx.#answers();
        return nginx;
    }

    async #answers() {
        let reason;
        for (let attempt = 0; attempt < 400; attempt++) {
            if (this.process.exitCode !== null) {
                throw new Error(`nginx did not start: ${await this.log()}`);
            }
            try {
                await this.get("/status");
                return;
            } catch (error) {
                reason = error;
                await new Promise((resolve) => setTimeout(resolve, 25));
            }
        }
        throw new Error(`nginx does not answer: ${await this.log()}`, {
            cause: reason,
        });
    }

    log() {
        return readFile(join(this.folder, "error.log"), "utf8");
    }

    // Header values are octets: "latin1" strings. Resolves to the status,
    // headers and text of the answer.
    get(path, headers = {}) {
        return new Promise((resolve, reject) => {
            const request = http.get(
                {
                    host: "127.0.0.1",
                    port: this.port,
                    path,
                    headers,
                    agent: this.agent,
                },
                (answer) => {
                    const parts = [];
                    answer.on("data", (part) => parts.push(part));
                    answer.on("end", () =>
                        resolve({
                            status: answer.statusCode,
                            headers: answer.headers,
                            text: Buffer.concat(parts).toString(),
                        }));
                    answer.on("error", reject);
                },
            );
            request.on("error", reject);
        });
    }

    // A crawler's request.
    crawl(host, path, userAgent, address = "198.51.100.1") {
        return this.get(path, {
            Host: host,
            "User-Agent": userAgent,
            "X-Real-IP": address,
        });
    }

    async json(query = "") {
        return JSON.parse((await this.get(`/status?format=json${query}`)).text);
    }

    async stop() {
        this.agent.destroy();
        if (this.process.exitCode === null) {
            this.process.kill("SIGTERM");
            await once(this.process, "exit");
        }
        const alarms = (await this.log())
            .split("\n")
            .filter((line) => /\[(alert|crit|emerg)\]|exited on signal/.test(line));
        await rm(this.folder, { recursive: true, force: true });
        if (alarms.length > 0) {
            throw new Error(alarms.join("\n"));
        }
    }
}
