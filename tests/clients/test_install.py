"""Without the repository: the wheel alone makes, builds and checks a new project."""

import subprocess
import sys

from shipped import REPOSITORY, copy_tracked, environment

WHEEL = ("generator", "templates", "static", "content", "pyproject.toml", "hatch_build.py", "package.json", "package-lock.json", ".npmrc", "README.md", "LICENSE")  # fmt: skip


def run(*command, cwd):
    env = environment()
    del env["PYTHONPATH"]
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pip_install_then_init_then_build(tmp_path):
    source = copy_tracked(tmp_path / "source", WHEEL)
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    pip = (venv / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    run(*pip, "--require-hashes", "-r", REPOSITORY / "requirements.lock", cwd=tmp_path)
    run(*pip, "--no-deps", source, cwd=tmp_path)
    incipit = venv / "bin/incipit"
    run(incipit, "init", "my-papers", cwd=tmp_path)
    project = tmp_path / "my-papers"
    assert "refused" in run(incipit, "build", cwd=project)
    assert (project / "site/index.html").is_file()
    assert list((project / "site/assets").glob("lunr*.js"))
    assert "0 written" in run(incipit, "build", cwd=project)
    assert "no faults" in run(incipit, "check", cwd=project)
    assert {"config.yaml", "seeds", "content", ".gitattributes", ".github"} <= {path.name for path in project.iterdir()}
    (project / "templates").mkdir(exist_ok=True)
    (project / "templates/404.html").write_text("<!doctype html><title>My own</title>\n", encoding="utf-8")
    run(incipit, "build", cwd=project)
    assert (project / "site/404.html").read_text(encoding="utf-8").startswith("<!doctype html><title>My own</title>")
